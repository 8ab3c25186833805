CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {schema}.memories
 USING gin (lexemes) WITH (fastupdate = off) WHERE scope = {scope}
