-- Says that vectors are being made anew, and with what. Where the embedder has its name already and
-- only gives vectors of another size, its scopes count as another one's until they are handed over.
WITH before AS MATERIALIZED (
    SELECT value FROM {schema}.meta WHERE key IN ('embedder', 'reembed')
), begun AS (
    INSERT INTO {schema}.meta AS m (key, value) VALUES ('reembed', %(value)s)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()
     WHERE m.value <> excluded.value
    RETURNING value
)
UPDATE {schema}.scopes s SET embedder = s.embedder || ' of another size'
  FROM begun
 WHERE s.embedder = begun.value ->> 'name'
   AND EXISTS (SELECT FROM before
                WHERE before.value ->> 'name' = s.embedder
                  AND before.value ->> 'dimensions' <> begun.value ->> 'dimensions')
