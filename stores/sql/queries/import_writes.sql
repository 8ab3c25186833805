INSERT INTO {schema}.writes (scope, number, base_key, tree, nonce, counts, committed_at)
SELECT %(scope)s, g.number, gen_random_uuid(), 0, 'import', '{{}}', g.at
  FROM json_to_recordset(%(rows)s::json) AS g(number bigint, at timestamptz)
