INSERT INTO {schema}.item_vectors (scope, memory_id, ordinal, path, embedding)
SELECT %(scope)s, g.memory_id, g.ordinal, g.path, g.embedding::halfvec
  FROM json_to_recordset(%(rows)s::json)
       AS g(memory_id uuid, ordinal integer, path text, embedding text)
