INSERT INTO {schema}.access (scope, memory_id, access_count, accessed_at)
SELECT %(scope)s, g.memory_id, g.access_count, g.accessed_at
  FROM json_to_recordset(%(rows)s::json)
       AS g(memory_id uuid, access_count bigint, accessed_at timestamptz)
ON CONFLICT DO NOTHING
