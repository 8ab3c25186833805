-- The next write number of a tree; tree 0 appears with its first write.
INSERT INTO {schema}.trees AS t (scope, tree, last_ordinal) VALUES (%(scope)s, %(tree)s, 1)
ON CONFLICT (scope, tree) DO UPDATE SET last_ordinal = t.last_ordinal + 1
RETURNING (tree << 32) + last_ordinal AS number
