m.scope, m.id, coalesce(m.namespace, ARRAY[m.scope, m.tier]) AS namespace,
coalesce(m.item_key, m.id::text) AS key, {value} AS value, m.created_at,
m.recorded_at AS updated_at, m.ttl_minutes
