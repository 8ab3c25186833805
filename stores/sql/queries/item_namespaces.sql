-- The namespaces that hold something visible, cut to a depth, in byte order.
WITH reader AS MATERIALIZED (
    {reader}
), n AS (
    SELECT DISTINCT {namespace} COLLATE "C" AS namespace
      FROM reader JOIN {schema}.memories m ON m.scope = reader.scope
     WHERE {visible} AND {below}
)
SELECT DISTINCT n.namespace[1:%(depth)s::int] AS namespace
  FROM n
 WHERE {matching}
 ORDER BY 1
 LIMIT %(limit)s OFFSET %(offset)s
