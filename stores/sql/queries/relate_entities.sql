INSERT INTO {schema}.relations (scope, source_id, name, target_id, memory_id)
SELECT %(scope)s, a.id, %(name)s, b.id, %(memory_id)s
  FROM {schema}.entities a, {schema}.entities b
 WHERE a.scope = %(scope)s AND a.normal_name = %(source)s
   AND b.scope = %(scope)s AND b.normal_name = %(target)s
ON CONFLICT DO NOTHING
