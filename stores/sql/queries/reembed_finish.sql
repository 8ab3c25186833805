-- The new embedder is the one of the schema; nothing is under way any more.
WITH done AS (DELETE FROM {schema}.meta WHERE key = 'reembed')
INSERT INTO {schema}.meta (key, value) VALUES ('embedder', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()
