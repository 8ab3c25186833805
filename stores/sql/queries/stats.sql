-- Visible memories of a scope by tier and kind, open and closed, and its writes and forks. What
-- has expired counts as closed.
WITH h AS MATERIALIZED (
    {view}
), counted AS (
    SELECT m.tier, m.kind, count(*) FILTER (
               WHERE {is_open} AND NOT {has_expired}) AS open,
           count(*) FILTER (WHERE NOT (m.closed <@ h.hidden) OR {has_expired}) AS closed
      FROM {schema}.memories m, h
     WHERE m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden)
     GROUP BY m.tier, m.kind
)
SELECT h.tree, h.clock,
       coalesce((SELECT jsonb_agg(to_jsonb(c.*) ORDER BY c.tier, c.kind) FROM counted c), '[]')
           AS memories,
       (SELECT count(*) FROM {schema}.writes w WHERE w.scope = %(scope)s) AS writes,
       (SELECT count(*) FROM {schema}.trees t WHERE t.scope = %(scope)s AND t.tree <> 0) AS trees,
       (SELECT count(*) FROM {schema}.trees t WHERE t.scope = %(scope)s AND NOT t.plain) AS forked,
       (SELECT count(*) FROM {schema}.entities e WHERE e.scope = %(scope)s) AS entities
  FROM h
