-- Visible memories that a plan must look at: same fact, same slot, or what a hint speaks of.
WITH h AS MATERIALIZED (
    {view}
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN {schema}.memories m
    ON m.scope = %(scope)s AND m.tier <> 'item' AND m.kind <> 'turn'
   AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
   AND (isempty(m.closed) OR NOT {schema}.is_shadowed(m.scope, m.tier, m.dedupe_key, m.interval_number,
                                                  h.hidden))
   AND (m.expires_at IS NULL OR m.expires_at > now())
   AND (m.conflict_key = ANY(%(slots)s) OR m.dedupe_key = ANY(%(keys)s)
        OR m.lexemes @@ %(hint)s::tsquery)
  {closing}
 ORDER BY m.recorded_at, m.id
