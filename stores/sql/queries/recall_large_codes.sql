-- A further arm of recall_large.
UNION ALL
(SELECT m.id, m.session_id, m.position
   FROM {schema}.memories m
  WHERE m.scope = {scope} AND m.lexemes @@ %(codes)s::tsquery AND {visible}
  ORDER BY m.valid_from DESC LIMIT %(pool)s)
