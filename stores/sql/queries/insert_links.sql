-- Asserts links, each of them once; a link that is there is asserted again.
INSERT INTO {schema}.links AS l (scope, source_id, kind, target_id, asserted, recorded_at)
SELECT %(scope)s, t.source_id, t.kind, t.target_id, %(number)s::int8multirange, %(clock)s
  FROM unnest(%(source_ids)s::uuid[], %(kinds)s::text[], %(target_ids)s::uuid[])
       AS t(source_id, kind, target_id)
ON CONFLICT (scope, source_id, kind, target_id)
DO UPDATE SET asserted = l.asserted + excluded.asserted
