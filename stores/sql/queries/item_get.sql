-- Items of foreign namespaces by the key that is made of namespace and key.
WITH reader AS MATERIALIZED (
    {reader}
)
SELECT g.ordinal, {columns}
  FROM unnest(%(ordinals)s::int[], %(of_scopes)s::text[], %(keys)s::uuid[])
       AS g(ordinal, scope, dedupe_key)
  JOIN reader ON reader.scope = g.scope
 CROSS JOIN LATERAL (
    SELECT m.* FROM {schema}.memories m
     WHERE m.scope = g.scope AND m.tier = 'item' AND m.dedupe_key = g.dedupe_key
       AND {visible}
     ORDER BY m.interval_number DESC LIMIT 1) m
