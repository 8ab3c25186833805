-- Items and memories below a prefix, newest version first; of the turns of one write the later first.
WITH reader AS MATERIALIZED (
    {reader}
)
SELECT {columns}, NULL::float8 AS score
  FROM reader JOIN {schema}.memories m ON m.scope = reader.scope
 WHERE {visible} AND {below} AND {filter}
 ORDER BY m.recorded_at DESC, m.position DESC NULLS LAST, {namespace} COLLATE "C", {key} COLLATE "C", m.id
 LIMIT %(limit)s OFFSET %(offset)s
