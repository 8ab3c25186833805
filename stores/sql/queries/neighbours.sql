-- Visible memories that a plan must look at: same fact, same slot, or what a hint speaks of. Each is
-- looked for by its own index; only a hint reads the whole scope.
WITH h AS MATERIALIZED (
    {view}
), own AS MATERIALIZED (
    -- As a constant, a scope that the statistics don't know yet would be read whole.
    SELECT %(scope)s::text AS scope
), near AS MATERIALIZED (
    SELECT m.scope, m.id
      FROM own CROSS JOIN unnest(%(slots)s::text[]) AS s(slot)
      JOIN {schema}.memories m ON m.scope = own.scope AND m.conflict_key = s.slot
    UNION
    SELECT m.scope, m.id
      FROM own CROSS JOIN unnest('{{episodic,semantic,procedural,archive}}'::text[]) AS t(tier)
     CROSS JOIN unnest(%(keys)s::uuid[]) AS k(key)
      JOIN {schema}.memories m
        ON m.scope = own.scope AND m.tier = t.tier AND m.dedupe_key = k.key
    UNION
    SELECT m.scope, m.id
      FROM {schema}.memories m
     WHERE %(hint)s::text <> '' AND m.scope = %(scope)s AND m.lexemes @@ %(hint)s::tsquery
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN (near JOIN {schema}.memories m ON m.scope = near.scope AND m.id = near.id)
    ON m.tier <> 'item' AND m.kind <> 'turn'
   AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
   AND (isempty(m.closed) OR NOT {schema}.is_shadowed(m.scope, m.tier, m.dedupe_key, m.interval_number,
                                                  h.hidden))
   AND (m.expires_at IS NULL OR m.expires_at > now())
  {closing}
 ORDER BY m.recorded_at, m.id
