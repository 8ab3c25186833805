-- The writes on the way to a checkpoint whose state holds messages and no lineage: the newest write of
-- its thread that covers only messages it holds, what was written beside it in the same step, and
-- what came before. Void ones too: a rewind to a checkpoint lets them stand again.
WITH newest AS MATERIALIZED (
    SELECT w.number, w.root
      FROM {schema}.trees t
      JOIN {schema}.writes w
        ON w.scope = t.scope AND w.number >= t.tree << 32 AND w.number < (t.tree + 1) << 32
     WHERE t.scope = %(scope)s AND t.thread_id = %(thread_id)s
       AND w.messages -> 0 ->> 'id' IN (SELECT unnest(%(ids)s::text[]))
       AND w.messages <@ %(messages)s::jsonb
     ORDER BY w.number DESC LIMIT 1
)
SELECT coalesce(range_agg(w.lineage_before) + range_agg(int8range(w.number, w.number + 1)),
                '{{}}')::text AS lineage
  FROM newest n
  JOIN {schema}.writes w
    ON w.scope = %(scope)s AND w.number BETWEEN n.number - %(nearby)s AND n.number
 WHERE w.root = n.root AND w.messages <@ %(messages)s::jsonb
