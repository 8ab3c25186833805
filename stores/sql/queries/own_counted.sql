UPDATE {schema}.scopes SET counted_rows = %(rows)s WHERE scope = %(scope)s
