-- One row while the server knows of few memories or none, and whether this role may have it look.
SELECT pg_has_role(c.relowner, 'USAGE') AND NOT pg_is_in_recovery() AS may_analyze
  FROM pg_catalog.pg_class c
 WHERE c.oid = to_regclass(format('%%I.memories', %(name)s::text)) AND c.reltuples < 10000
