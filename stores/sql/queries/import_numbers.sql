-- Write numbers of tree 0 for the times at which the imported was known.
INSERT INTO {schema}.trees AS t (scope, tree, last_ordinal) VALUES (%(scope)s, 0, %(count)s)
ON CONFLICT (scope, tree) DO UPDATE SET last_ordinal = t.last_ordinal + excluded.last_ordinal
RETURNING last_ordinal - %(count)s + 1 AS first
