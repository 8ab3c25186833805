-- Adds uses; what was erased meanwhile is left out.
INSERT INTO {schema}.access AS a (scope, memory_id, access_count, accessed_at)
SELECT g.scope, g.id, g.count, to_timestamp(g.at)
  FROM json_to_recordset(%(rows)s::json) AS g(scope text, id uuid, count bigint, at float8)
  JOIN {schema}.memories m ON m.scope = g.scope AND m.id = g.id
 ORDER BY g.scope, g.id
   FOR KEY SHARE OF m
ON CONFLICT (scope, memory_id)
DO UPDATE SET access_count = a.access_count + excluded.access_count,
              accessed_at = greatest(a.accessed_at, excluded.accessed_at)
