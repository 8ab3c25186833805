-- Starts the time to live again; rows that another transaction holds are left to it.
WITH due AS (
    SELECT m.scope, m.id FROM {schema}.memories m
      JOIN unnest(%(scopes)s::text[], %(ids)s::uuid[]) AS g(scope, id)
        ON m.scope = g.scope AND m.id = g.id
     WHERE m.ttl_minutes IS NOT NULL AND isempty(m.closed)
     ORDER BY m.scope, m.id
       FOR NO KEY UPDATE OF m SKIP LOCKED
)
UPDATE {schema}.memories m
   SET expires_at = clock_timestamp() + m.ttl_minutes * interval '1 minute'
  FROM due WHERE m.scope = due.scope AND m.id = due.id
