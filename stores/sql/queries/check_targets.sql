-- Which of the planned targets still are what the plan saw: open, and not expired.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.version,
       {is_open}
       AND (m.expires_at IS NULL OR m.expires_at > now()) AS is_visible
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[])
