-- Points the closings of one write at the successor, and the successor back at what it replaced.
WITH pointed AS (
    UPDATE {schema}.closings c SET superseded_by = %(successor)s
      FROM {schema}.memories m, {schema}.memories f
     WHERE m.scope = %(scope)s AND m.id = %(id)s
       AND f.scope = m.scope AND f.tier = m.tier AND f.dedupe_key = m.dedupe_key
       AND c.scope = f.scope AND c.memory_id = f.id AND c.number = %(write)s
)
INSERT INTO {schema}.links AS l (scope, source_id, kind, target_id, asserted, recorded_at)
VALUES (%(scope)s, %(successor)s, 'supersedes', %(id)s, %(number)s::int8multirange, %(clock)s)
ON CONFLICT (scope, source_id, kind, target_id)
DO UPDATE SET asserted = l.asserted + excluded.asserted
