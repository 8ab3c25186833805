-- A further arm of recall_large: the nearest of all, or of one language where two are spoken.
UNION ALL
(SELECT m.id, m.session_id, m.position
   FROM {schema}.memories m
  WHERE m.scope = {scope} AND vector_dims(m.embedding) = {size}
    AND (SELECT q.vector FROM q) IS NOT NULL
    AND {spoken} AND {visible}
  ORDER BY m.embedding::halfvec({size}) <=> (SELECT q.vector FROM q)::halfvec({size})
  LIMIT %(nearest)s)
