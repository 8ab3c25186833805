-- From now on recall goes by the scope's own indexes; NULL: it looks at every row again.
UPDATE {schema}.scopes SET own_dimensions = %(dimensions)s WHERE scope = %(scope)s
