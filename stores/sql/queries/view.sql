-- What the reader must not see, where it stands, and the clock of what it sees. Before anything is
-- written every moment is as good, if only no write under way comes before it.
SELECT o.tree, coalesce(s.clock, now() - interval '1 minute') AS clock,
       {schema}.hidden_writes(%(scope)s, o.tree, %(lineage)s::int8multirange,
                              %(as_of)s::timestamptz) AS hidden
  FROM (SELECT {schema}.own_tree(%(scope)s, %(thread_id)s, %(lineage)s::int8multirange,
                                 %(root)s, %(oldest)s) AS tree) o
  LEFT JOIN {schema}.scopes s ON s.scope = %(scope)s
