-- Evidence of memories that stay which may hold some of the words.
SELECT e.memory_id, e.evidence_key, e.span, e.message_id
  FROM {schema}.evidence e
 WHERE e.scope = %(scope)s AND e.memory_id <> ALL(%(ids)s::uuid[])
   AND (e.message_id = ANY(%(messages)s) OR e.span ILIKE ANY(%(patterns)s))
 ORDER BY e.memory_id, e.evidence_key
