-- Who has spoken in a scope, by name; hops from name to name through the index.
WITH RECURSIVE one AS (
    (SELECT m.speaker FROM {schema}.memories m
      WHERE m.scope = %(scope)s AND m.speaker IS NOT NULL ORDER BY m.speaker LIMIT 1)
    UNION ALL
    SELECT (SELECT m.speaker FROM {schema}.memories m
             WHERE m.scope = %(scope)s AND m.speaker > one.speaker ORDER BY m.speaker LIMIT 1)
      FROM one WHERE one.speaker IS NOT NULL
)
SELECT speaker FROM one
 WHERE speaker IS NOT NULL AND speaker <> ALL(%(roles)s) LIMIT %(most)s
