-- The newest erasing in a scope, 0 when there was none.
SELECT coalesce(max(a.entry), 0) AS erased
  FROM {schema}.audit a WHERE a.scope = %(scope)s AND a.action = 'erase'
