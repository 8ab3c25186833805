INSERT INTO {schema}.links AS l (scope, source_id, kind, target_id, asserted, recorded_at)
VALUES (%(scope)s, %(source_id)s, %(kind)s, %(target_id)s, %(number)s::int8multirange, %(clock)s)
ON CONFLICT (scope, source_id, kind, target_id)
DO UPDATE SET asserted = l.asserted + excluded.asserted
