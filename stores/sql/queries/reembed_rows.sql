-- Memories without a vector, with all that their texts are made of: of a turn the one before it on
-- its own branch, of an item the further fields that have vectors of their own.
SELECT m.id, m.kind, m.tier, m.content, m.role, m.speaker, m.data,
       (SELECT to_jsonb(p.*)
          FROM (SELECT x.role, x.speaker, x.content
                  FROM {schema}.memories x
                 WHERE x.scope = m.scope AND x.session_id = m.session_id AND x.kind = 'turn'
                   AND m.kind = 'turn' AND x.position < m.position
                   AND x.asserted && (coalesce((
                       SELECT w.lineage_before + int8multirange(int8range(w.number, w.number + 1))
                         FROM {schema}.writes w
                        WHERE w.scope = m.scope AND w.number = lower(m.asserted)), m.asserted)
                       + '{{[0,4294967296)}}'::int8multirange)
                 ORDER BY x.position DESC LIMIT 1) p) AS before,
       (SELECT coalesce(jsonb_agg(v.path ORDER BY v.ordinal), '[]')
          FROM {schema}.item_vectors v WHERE v.scope = m.scope AND v.memory_id = m.id) AS paths
  FROM {schema}.memories m
 WHERE m.scope = %(scope)s AND m.embedding IS NULL AND (m.tier <> 'item' OR m.content <> '')
   AND (m.id > %(after)s::uuid OR m.id = ANY(%(ids)s::uuid[]))
 ORDER BY m.id
 LIMIT %(limit)s
