-- Which of the planned targets still are what the plan saw.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.version, NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden AS is_visible
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[])
