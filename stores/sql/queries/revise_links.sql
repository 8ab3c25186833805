-- Causes, dependencies and parts follow the new version, from and to.
INSERT INTO {schema}.links AS l (scope, source_id, kind, target_id, asserted, recorded_at)
SELECT scope, CASE WHEN source_id = %(id)s THEN %(successor)s::uuid ELSE source_id END, kind,
       CASE WHEN target_id = %(id)s THEN %(successor)s::uuid ELSE target_id END,
       %(number)s::int8multirange, recorded_at
  FROM {schema}.links
 WHERE scope = %(scope)s AND %(id)s::uuid IN (source_id, target_id) AND kind <> 'supersedes'
ON CONFLICT (scope, source_id, kind, target_id)
DO UPDATE SET asserted = l.asserted + excluded.asserted
