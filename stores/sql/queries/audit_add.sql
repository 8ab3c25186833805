INSERT INTO {schema}.audit (scope, actor, action, number, detail)
VALUES (%(scope)s, %(actor)s, %(action)s, %(number)s, %(detail)s)
