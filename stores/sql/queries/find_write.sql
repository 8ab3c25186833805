-- The writes under one key, newest redo first, and whether a rewind made them void.
SELECT w.number, w.redo, w.memory_ids, w.counts, w.note, w.committed_at,
       w.number <@ t.void AS is_void
  FROM {schema}.writes w
  JOIN {schema}.trees t ON t.scope = w.scope AND t.tree = w.tree
 WHERE w.scope = %(scope)s AND w.base_key = %(base_key)s
 ORDER BY w.redo DESC
