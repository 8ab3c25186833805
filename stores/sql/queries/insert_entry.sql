-- Adds a line to the branch log and makes its state the tree's.
WITH moved AS (
    UPDATE {schema}.trees
       SET last_entry = last_entry + 1, last_root = %(root)s, live = %(live)s::int8multirange,
           void = %(void)s::int8multirange, left_behind = %(left_behind)s::int8multirange,
           plain = %(plain)s
     WHERE scope = %(scope)s AND tree = %(tree)s
    RETURNING last_entry
)
INSERT INTO {schema}.branch_log (scope, tree, entry, root, kind, after, live, void, later, logged_at)
SELECT %(scope)s, %(tree)s, last_entry, %(root)s, %(kind)s, %(after)s::int8multirange,
       %(live)s::int8multirange, %(void)s::int8multirange, %(later)s::int8multirange, %(clock)s
  FROM moved
