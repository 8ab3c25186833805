-- Marks the newest rewind of a thread that stands as undone.
UPDATE {schema}.branch_log SET undone = true
 WHERE (scope, tree, entry) = (
    SELECT l.scope, l.tree, l.entry
      FROM {schema}.trees t JOIN {schema}.branch_log l ON l.scope = t.scope AND l.tree = t.tree
     WHERE t.scope = %(scope)s AND t.thread_id = %(thread_id)s
       AND l.kind = 'rewind' AND NOT l.undone
     ORDER BY l.tree DESC, l.entry DESC LIMIT 1)
RETURNING tree, entry, later::text AS later
