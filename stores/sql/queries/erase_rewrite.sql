-- Turns as they read and are found without the masked words.
WITH words AS (
    DELETE FROM {schema}.term_df f
     USING (SELECT DISTINCT unnest(tsvector_to_array(m.lexemes)) AS term
              FROM json_to_recordset(%(rows)s::json) AS g(id uuid)
              JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = g.id
             WHERE EXISTS (SELECT FROM {schema}.term_df t WHERE t.scope = %(scope)s)) w
     WHERE f.scope = %(scope)s AND f.term = w.term AND f.df <= 100
)
UPDATE {schema}.memories m
   SET content = g.content, data = g.data, lexemes = g.lexemes::tsvector,
       lexeme_count = g.lexeme_count, word_count = g.word_count,
       embedding = CASE WHEN g.fresh THEN g.embedding::halfvec ELSE m.embedding END
  FROM json_to_recordset(%(rows)s::json) AS g(
       id uuid, content text, data jsonb, lexemes text, lexeme_count integer, word_count integer,
       fresh boolean, embedding text)
 WHERE m.scope = %(scope)s AND m.id = g.id
