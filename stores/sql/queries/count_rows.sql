UPDATE {schema}.scopes
   SET row_count = row_count + %(rows)s, lexeme_count = lexeme_count + %(lexemes)s,
       counted_rows = CASE WHEN %(rows)s < 0 THEN NULL ELSE counted_rows END
 WHERE scope = %(scope)s
