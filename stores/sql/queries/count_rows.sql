UPDATE {schema}.scopes
   SET row_count = row_count + %(rows)s, lexeme_count = lexeme_count + %(lexemes)s
 WHERE scope = %(scope)s
