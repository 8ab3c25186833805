-- Points the closings of one write at the successor, and the successor back at what it replaced.
WITH fact AS MATERIALIZED (
    SELECT f.id FROM {schema}.memories f
     WHERE f.scope = %(scope)s
       AND (f.tier, f.dedupe_key) = (SELECT m.tier, m.dedupe_key FROM {schema}.memories m
                                      WHERE m.scope = %(scope)s AND m.id = %(id)s)
), pointed AS (
    UPDATE {schema}.closings c SET superseded_by = %(successor)s
     WHERE c.scope = %(scope)s AND c.number = %(write)s
       AND c.memory_id = ANY(ARRAY(SELECT id FROM fact))
)
INSERT INTO {schema}.links AS l (scope, source_id, kind, target_id, asserted, recorded_at)
VALUES (%(scope)s, %(successor)s, 'supersedes', %(id)s, %(number)s::int8multirange, %(clock)s)
ON CONFLICT (scope, source_id, kind, target_id)
DO UPDATE SET asserted = l.asserted + excluded.asserted
