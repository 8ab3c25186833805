INSERT INTO {schema}.meta (key, value) VALUES ('embedder', %(value)s) ON CONFLICT DO NOTHING
