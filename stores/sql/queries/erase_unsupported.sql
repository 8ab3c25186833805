-- Memories that are known from erased turns only.
SELECT DISTINCT e.memory_id AS id
  FROM {schema}.memories t
  JOIN {schema}.evidence e
    ON e.scope = t.scope AND e.message_id = t.message_id
   AND (e.thread_id IS NULL OR t.thread_id IS NULL OR e.thread_id = t.thread_id)
 WHERE t.scope = %(scope)s AND t.id = ANY(%(ids)s::uuid[]) AND t.kind = 'turn'
   AND e.memory_id <> ALL(%(ids)s::uuid[])
   AND NOT EXISTS (
        SELECT FROM {schema}.evidence o
         WHERE o.scope = e.scope AND o.memory_id = e.memory_id
           AND NOT EXISTS (
                SELECT FROM {schema}.memories u
                 WHERE u.scope = o.scope AND u.id = ANY(%(ids)s::uuid[]) AND u.kind = 'turn'
                   AND u.message_id = o.message_id
                   AND (o.thread_id IS NULL OR u.thread_id IS NULL OR o.thread_id = u.thread_id)))
