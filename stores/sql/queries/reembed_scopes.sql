-- Scopes in which something has no vector of this embedder and size yet, and how much that is.
SELECT s.scope, s.embedder IS NOT DISTINCT FROM %(embedder)s AS is_taken,
       count(m.id) FILTER (WHERE m.embedding IS NULL OR s.embedder IS DISTINCT FROM %(embedder)s
                              OR vector_dims(m.embedding) <> %(size)s) AS missing
  FROM {schema}.scopes s
  LEFT JOIN {schema}.memories m ON m.scope = s.scope AND (m.tier <> 'item' OR m.content <> '')
 GROUP BY s.scope
 ORDER BY s.scope
