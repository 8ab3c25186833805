-- Links whose ends are there; known since their source is.
INSERT INTO {schema}.links (scope, source_id, kind, target_id, asserted, recorded_at)
SELECT %(scope)s, g.source_id, g.kind, g.target_id,
       int8multirange(int8range(lower(a.asserted), lower(a.asserted) + 1)), g.recorded_at
  FROM json_to_recordset(%(rows)s::json)
       AS g(source_id uuid, kind text, target_id uuid, recorded_at timestamptz)
  JOIN {schema}.memories a ON a.scope = %(scope)s AND a.id = g.source_id
  JOIN {schema}.memories b ON b.scope = %(scope)s AND b.id = g.target_id
 WHERE g.source_id <> g.target_id
ON CONFLICT DO NOTHING
RETURNING source_id
