-- The thread's newest tree, if it holds a single write.
SELECT newest.tree
  FROM (SELECT tree
          FROM {schema}.trees
         WHERE scope = %(scope)s AND thread_id = %(thread_id)s
         ORDER BY tree DESC
         LIMIT 1) newest
 WHERE 1 = (SELECT count(*)
              FROM {schema}.writes w
             WHERE w.scope = %(scope)s AND w.tree = newest.tree)
