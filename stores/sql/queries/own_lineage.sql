-- What a run that brings no lineage goes on from: the newest write of its thread whose messages it
-- still holds, with what was written beside it in the same step; else the branch that spoke last.
WITH held AS (
    SELECT w.number, w.root, w.lineage_before
      FROM {schema}.trees t
      JOIN {schema}.writes w
        ON w.scope = t.scope AND w.number >= t.tree << 32 AND w.number < (t.tree + 1) << 32
     WHERE t.scope = %(scope)s AND t.thread_id = %(thread_id)s AND NOT w.number <@ t.void
       AND w.messages <> '[]' AND w.messages <@ %(messages)s::jsonb
), told AS (
    SELECT range_agg(h.lineage_before) + range_agg(int8range(h.number, h.number + 1)) AS lineage
      FROM held h
     WHERE h.root = (SELECT l.root FROM held l ORDER BY l.number DESC LIMIT 1)
), own AS (
    SELECT told.lineage, CASE WHEN told.lineage IS NULL THEN {schema}.own_tree(
               %(scope)s, %(thread_id)s, '{{}}', %(root)s, %(oldest)s) END AS tree
      FROM told
)
SELECT own.tree, coalesce(own.lineage, t.live, '{{}}')::text AS lineage
  FROM own LEFT JOIN {schema}.trees t ON t.scope = %(scope)s AND t.tree = own.tree
