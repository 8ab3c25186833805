-- Memories of a tier by their id, or by the key they were put under.
WITH reader AS MATERIALIZED (
    {reader}
)
SELECT DISTINCT ON (g.ordinal) g.ordinal, m.version, m.content, m.item_key, {columns}
  FROM unnest(%(ordinals)s::int[], %(of_scopes)s::text[], %(tiers)s::text[], %(ids)s::uuid[],
              %(keys)s::text[]) AS g(ordinal, scope, tier, id, key)
  JOIN reader ON reader.scope = g.scope
  JOIN {schema}.memories m
    ON m.scope = g.scope AND m.tier = g.tier AND (m.id = g.id OR m.item_key = g.key)
 WHERE {visible}
 ORDER BY g.ordinal, (m.id = g.id) DESC NULLS LAST, m.recorded_at DESC, m.id
