INSERT INTO {schema}.audit (scope, actor, action, detail)
VALUES (%(scope)s, %(actor)s, %(action)s, %(detail)s)
