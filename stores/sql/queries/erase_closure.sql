-- What goes with the named memories: every interval and version, and all that is derived from them.
WITH RECURSIVE doomed(id) AS (
    SELECT m.id FROM {schema}.memories m
     WHERE m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[])
    UNION
    SELECT near.id FROM doomed CROSS JOIN LATERAL (
        SELECT f.id FROM {schema}.memories o
          JOIN {schema}.memories f
            ON f.scope = o.scope AND f.tier = o.tier AND f.dedupe_key = o.dedupe_key
         WHERE o.scope = %(scope)s AND o.id = doomed.id AND %(versions)s
        UNION ALL
        SELECT l.target_id FROM {schema}.links l
         WHERE l.scope = %(scope)s AND l.source_id = doomed.id AND l.kind = 'supersedes'
           AND %(versions)s
        UNION ALL
        SELECT l.source_id FROM {schema}.links l
         WHERE l.scope = %(scope)s AND l.target_id = doomed.id
           AND (l.kind = 'derived_from' OR l.kind = 'supersedes' AND %(versions)s)) near
)
SELECT m.id, m.kind, m.content, m.value, m.message_id, m.thread_id,
       coalesce((SELECT jsonb_agg(jsonb_build_array(e.message_id, e.span)) FROM {schema}.evidence e
                  WHERE e.scope = m.scope AND e.memory_id = m.id), '[]') AS evidence
  FROM doomed JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = doomed.id
 ORDER BY m.id
