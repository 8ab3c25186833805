INSERT INTO {schema}.trees (scope, tree, thread_id)
VALUES (%(scope)s, nextval('{schema}.tree_numbers'), %(thread_id)s)
RETURNING tree
