SELECT e.name
  FROM {schema}.mentions n
  JOIN {schema}.entities e ON e.scope = n.scope AND e.id = n.entity_id
 WHERE n.scope = %(scope)s AND n.memory_id = %(id)s
 ORDER BY e.name
