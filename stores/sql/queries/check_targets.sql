-- Which of the planned targets still are what the plan saw.
SELECT m.id, m.version, NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden AS is_visible
  FROM {schema}.memories m,
       (SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL)
               AS hidden) h
 WHERE m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[])
