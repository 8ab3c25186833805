-- Where a run that brings no lineage stands: at the newest write of its thread whose messages it
-- still holds, with what was written beside it in the same step; else the branch that spoke last.
WITH newest AS MATERIALIZED (
    SELECT l.number, l.root, t.void
      FROM {schema}.trees t CROSS JOIN LATERAL (
          SELECT w.number, w.root FROM {schema}.writes w
           WHERE w.scope = t.scope AND w.number >= t.tree << 32 AND w.number < (t.tree + 1) << 32
             AND w.messages -> 0 ->> 'id' IN (SELECT unnest(%(ids)s::text[]))
             AND w.messages <@ %(messages)s::jsonb AND NOT w.number <@ t.void
           ORDER BY w.number DESC LIMIT 1) l
     WHERE t.scope = %(scope)s AND t.thread_id = %(thread_id)s
     ORDER BY t.tree DESC LIMIT 1
), told AS (
    SELECT range_agg(w.lineage_before) + range_agg(int8range(w.number, w.number + 1)) AS lineage
      FROM newest n
      JOIN {schema}.writes w
        ON w.scope = %(scope)s AND w.number BETWEEN n.number - %(nearby)s AND n.number
     WHERE w.root = n.root AND w.messages <@ %(messages)s::jsonb AND NOT w.number <@ n.void
), own AS (
    SELECT told.lineage, CASE WHEN told.lineage IS NULL THEN {schema}.own_tree(
               %(scope)s, %(thread_id)s, '{{}}', %(root)s, %(oldest)s) END AS tree
      FROM told
), place AS MATERIALIZED (
    SELECT own.tree, coalesce(own.lineage, t.live, '{{}}') AS lineage
      FROM own LEFT JOIN {schema}.trees t ON t.scope = %(scope)s AND t.tree = own.tree
)
SELECT place.tree, place.lineage::text AS lineage,
       (SELECT w.note -> 'session'
          FROM {schema}.writes w
         WHERE w.scope = %(scope)s AND w.number < upper(place.lineage)
           AND w.number <@ place.lineage AND w.note ? 'session'
         ORDER BY w.number DESC LIMIT 1) AS session,
       (SELECT array_agg(refused.key ORDER BY w.number, refused.place)
          FROM {schema}.writes w
         CROSS JOIN LATERAL jsonb_array_elements_text(w.note -> 'refused')
               WITH ORDINALITY AS refused(key, place)
         WHERE w.scope = %(scope)s AND w.number >= lower(place.lineage)
           AND w.number < upper(place.lineage) AND w.number <@ place.lineage
           AND w.note ? 'refused') AS refused
  FROM place
