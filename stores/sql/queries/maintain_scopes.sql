-- Scopes that are large, or have been: their rows, their vectors' size, and what they have.
SELECT s.scope, s.row_count, s.own_dimensions, s.counted_rows, md5(s.scope) AS digest,
       coalesce((SELECT vector_dims(m.embedding) FROM {schema}.memories m
                  WHERE m.scope = s.scope AND m.embedding IS NOT NULL LIMIT 1), 0) AS dimensions
  FROM {schema}.scopes s
 WHERE s.row_count >= %(least)s OR s.own_dimensions IS NOT NULL
 ORDER BY s.row_count DESC, s.scope
