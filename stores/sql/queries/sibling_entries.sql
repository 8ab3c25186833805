SELECT after::text AS after FROM {schema}.branch_log
 WHERE scope = %(scope)s AND tree = %(tree)s AND root = %(root)s AND kind = 'turn'
