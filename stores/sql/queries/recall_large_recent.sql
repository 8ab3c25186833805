-- A further arm of recall_large.
UNION ALL
(SELECT m.id, m.session_id, m.position
   FROM {schema}.memories m
  WHERE m.scope = {scope} AND m.kind = 'turn' AND {visible}
  ORDER BY coalesce(m.event_from, m.valid_from) DESC LIMIT %(recent)s)
