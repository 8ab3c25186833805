-- Says that vectors are being made anew, and with what.
INSERT INTO {schema}.meta (key, value) VALUES ('reembed', %(value)s)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()
