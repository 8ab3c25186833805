-- The turns of one write that its branch still sees; they are all of one session.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.version, m.role, m.content, m.position, w.root
  FROM h CROSS JOIN {schema}.memories m
  JOIN {schema}.writes w ON w.scope = m.scope AND w.number = %(number)s::bigint
 WHERE m.scope = %(scope)s AND m.session_id = %(session_id)s AND m.kind = 'turn'
   AND m.asserted @> %(number)s::bigint
   AND {is_open}
 ORDER BY m.position
