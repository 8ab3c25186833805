-- Evidence that memories which stay have from erased turns.
DELETE FROM {schema}.evidence e USING {schema}.memories t
 WHERE t.scope = %(scope)s AND t.id = ANY(%(ids)s::uuid[]) AND t.kind = 'turn'
   AND e.scope = t.scope AND e.message_id = t.message_id
   AND (e.thread_id IS NULL OR t.thread_id IS NULL OR e.thread_id = t.thread_id)
   AND e.memory_id <> ALL(%(ids)s::uuid[])
