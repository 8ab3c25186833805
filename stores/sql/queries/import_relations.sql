INSERT INTO {schema}.relations (scope, source_id, name, target_id, memory_id)
SELECT DISTINCT %(scope)s, a.id, g.name, b.id, g.memory_id
  FROM json_to_recordset(%(rows)s::json)
       AS g(memory_id uuid, source text, name text, target text)
  JOIN {schema}.entities a ON a.scope = %(scope)s AND a.normal_name = g.source
  JOIN {schema}.entities b ON b.scope = %(scope)s AND b.normal_name = g.target
ON CONFLICT DO NOTHING
