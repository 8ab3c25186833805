-- The next write number of a tree, unless its key was written already and not rewound since; tree 0
-- appears with its first write.
INSERT INTO {schema}.trees AS t (scope, tree, last_ordinal)
SELECT %(scope)s, %(tree)s, 1
 WHERE NOT EXISTS (SELECT FROM {schema}.writes w
                     JOIN {schema}.trees o ON o.scope = w.scope AND o.tree = w.tree
                    WHERE w.scope = %(scope)s AND w.base_key = %(base_key)s
                      AND NOT (w.number <@ o.void))
ON CONFLICT (scope, tree) DO UPDATE SET last_ordinal = t.last_ordinal + 1
RETURNING (tree << 32) + last_ordinal AS number
