SELECT tree, last_ordinal, last_entry, last_root, live::text AS live, void::text AS void
  FROM {schema}.trees WHERE scope = %(scope)s AND tree = %(tree)s
