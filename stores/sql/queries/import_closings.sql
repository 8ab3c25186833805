INSERT INTO {schema}.closings (scope, memory_id, number, closed_at, valid_to, superseded_by, reason)
SELECT %(scope)s, g.memory_id, g.number, g.closed_at, g.valid_to, g.superseded_by, g.reason
  FROM json_to_recordset(%(rows)s::json) AS g(
       memory_id uuid, number bigint, closed_at timestamptz, valid_to timestamptz,
       superseded_by uuid, reason text)
