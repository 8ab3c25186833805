CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {schema}.memories
 (coalesce(event_from, valid_from)) WHERE scope = {scope}
