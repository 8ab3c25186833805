-- One tree, whether its last word was a rewind that stands, and what was logged under a root.
SELECT tree, last_ordinal, last_entry, last_root, live::text AS live, void::text AS void,
       (SELECT l.kind = 'rewind' FROM {schema}.branch_log l
         WHERE l.scope = t.scope AND l.tree = t.tree AND l.kind <> 'undo' AND NOT l.undone
         ORDER BY l.entry DESC LIMIT 1) AS is_rewound,
       ARRAY(SELECT l.after::text FROM {schema}.branch_log l
              WHERE l.scope = t.scope AND l.tree = t.tree AND l.root = %(root)s
                AND l.kind = 'turn') AS siblings
  FROM {schema}.trees t WHERE scope = %(scope)s AND tree = %(tree)s
