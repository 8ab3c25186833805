SELECT entry, at, actor, action, number, detail
  FROM {schema}.audit
 WHERE scope = %(scope)s AND (%(before)s::bigint IS NULL OR entry < %(before)s)
 ORDER BY entry DESC
 LIMIT %(limit)s
