-- The next write number of a tree, the tree the write belongs to (its own unless it is told; -1:
-- ask the checkpointer; NULL: a new one), and the writes under the key, newest redo first. No
-- number is taken in another tree, or when a write is not void. Tree 0 appears with its first write.
WITH own AS MATERIALIZED (
    SELECT CASE WHEN %(is_told)s THEN %(tree)s::bigint
                ELSE {schema}.own_tree(%(scope)s, %(thread_id)s, %(lineage)s::int8multirange,
                                       %(root)s, %(oldest)s) END AS tree
), found AS MATERIALIZED (
    {found}
), next AS (
    INSERT INTO {schema}.trees AS t (scope, tree, last_ordinal)
    SELECT %(scope)s, own.tree, 1 FROM own
     WHERE own.tree = %(tree)s::bigint AND NOT EXISTS (SELECT FROM found WHERE NOT found.is_void)
    ON CONFLICT (scope, tree) DO UPDATE SET last_ordinal = t.last_ordinal + 1
    RETURNING (tree << 32) + last_ordinal AS next_number
)
SELECT own.tree, next.next_number, found.*
  FROM own LEFT JOIN next ON true LEFT JOIN found ON true
 ORDER BY found.redo DESC
