DELETE FROM {schema}.memories WHERE scope = %(scope)s
