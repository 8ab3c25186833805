-- Visible memories that a plan must look at: same fact, same slot, or what a hint speaks of. Each is
-- looked for by its own index; only a hint reads the whole scope.
WITH h AS MATERIALIZED (
    {view}
), near AS MATERIALIZED (
    SELECT id FROM {schema}.memories
     WHERE scope = %(scope)s AND conflict_key = ANY(%(slots)s::text[])
    UNION
    SELECT id FROM {schema}.memories
     WHERE scope = %(scope)s AND tier = ANY('{{episodic,semantic,procedural,archive}}')
       AND dedupe_key = ANY(%(keys)s::uuid[])
    UNION
    SELECT id FROM {schema}.memories
     WHERE %(hint)s::text <> '' AND scope = %(scope)s AND lexemes @@ %(hint)s::tsquery
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN (near JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = near.id)
    ON m.tier <> 'item' AND m.kind <> 'turn'
   AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
   AND (isempty(m.closed) OR NOT {schema}.is_shadowed(m.scope, m.tier, m.dedupe_key, m.interval_number,
                                                  h.hidden))
   AND (m.expires_at IS NULL OR m.expires_at > now())
  {closing}
 ORDER BY m.recorded_at, m.id
