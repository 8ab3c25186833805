-- Visible memories that a plan must look at: same fact, same slot, what a hint speaks of, or what an
-- attribute that is to be forgotten ever held. Each is looked for by its own index; only what is to
-- be forgotten reads the whole scope.
WITH h AS MATERIALIZED (
    {view}
), near AS MATERIALIZED (
    -- Fenced off one by one: a scope that the statistics don't know yet would be taken for a few
    -- rows, and be read whole.
    SELECT m.id
      FROM unnest(%(slots)s::text[]) AS s(slot) CROSS JOIN LATERAL (
          SELECT m.id FROM {schema}.memories m
           WHERE m.scope = %(scope)s AND m.conflict_key = s.slot OFFSET 0) m
    UNION
    SELECT m.id
      FROM unnest('{{episodic,semantic,procedural,archive}}'::text[]) AS t(tier)
     CROSS JOIN unnest(%(keys)s::uuid[]) AS k(key) CROSS JOIN LATERAL (
          SELECT m.id FROM {schema}.memories m
           WHERE m.scope = %(scope)s AND m.tier = t.tier AND m.dedupe_key = k.key OFFSET 0) m
    UNION
    SELECT m.id
      FROM {schema}.memories m
     WHERE %(hint)s::text <> '' AND m.scope = %(scope)s AND m.lexemes @@ %(hint)s::tsquery
    UNION
    SELECT m.id
      FROM {schema}.memories m
     WHERE cardinality(%(forgotten)s::text[]) > 0 AND m.scope = %(scope)s
       AND m.attribute = ANY(%(forgotten)s)
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN (near CROSS JOIN LATERAL (
           SELECT * FROM {schema}.memories m
            WHERE m.scope = %(scope)s AND m.id = near.id OFFSET 0) m)
    ON m.tier <> 'item' AND m.kind <> 'turn'
   AND {is_open}
   AND NOT {has_expired}
  {closing}
 ORDER BY m.recorded_at, m.id
