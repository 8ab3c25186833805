-- Turns that are indexed with a changed or erased one, themselves included, and the two turns
-- before each on its own branch that stay.
WITH changed AS (
    SELECT m.id, m.session_id, m.position
      FROM {schema}.memories m WHERE m.scope = %(scope)s AND m.id = ANY(%(changed)s::uuid[])
), near AS (
    SELECT id FROM changed
    UNION
    SELECT f.id FROM changed c CROSS JOIN LATERAL (
        SELECT m.id FROM {schema}.memories m
         WHERE m.scope = %(scope)s AND m.session_id = c.session_id AND m.position > c.position
           AND m.kind = 'turn'
         ORDER BY m.position LIMIT %(reach)s) f
)
SELECT m.id, m.role, m.speaker, m.content, m.data, m.thread_id, m.message_id, m.session_id,
       m.position, m.event_from AS said_at, w.before, w.touched
  FROM near JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = near.id
 CROSS JOIN LATERAL (
    SELECT coalesce((
               SELECT s.lineage_before + int8multirange(int8range(s.number, s.number + 1))
                 FROM {schema}.writes s WHERE s.scope = m.scope AND s.number = lower(m.asserted)),
               m.asserted) + '{{[0,4294967296)}}'::int8multirange AS branch) b
 CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(to_jsonb(p.*) ORDER BY p.position)
                    FILTER (WHERE p.stays AND p.rank <= 2), '[]') AS before,
           coalesce(bool_or(NOT p.stays AND p.place <= 2), false) AS touched
      FROM (SELECT x.id, x.role, x.speaker, x.content, x.event_from AS said_at, x.position,
                   x.id <> ALL(%(ids)s::uuid[]) AS stays,
                   row_number() OVER (PARTITION BY x.id <> ALL(%(ids)s::uuid[])
                                      ORDER BY x.position DESC) AS rank,
                   row_number() OVER (ORDER BY x.position DESC) AS place
              FROM {schema}.memories x
             WHERE x.scope = m.scope AND x.session_id = m.session_id AND x.kind = 'turn'
               AND x.position < m.position AND x.asserted && b.branch
             ORDER BY x.position DESC LIMIT %(reach)s) p) w
 WHERE m.kind = 'turn' AND m.id <> ALL(%(ids)s::uuid[])
 ORDER BY m.id
