m.scope, m.id, {namespace} AS namespace, {key} AS key, {value} AS value, m.created_at,
m.recorded_at AS updated_at, m.ttl_minutes
