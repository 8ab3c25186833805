-- Every version of a fact through the reader's eyes: its intervals, what it replaced, and what
-- replaced it, oldest first.
WITH RECURSIVE h AS MATERIALIZED (
    {view}
), chain(id) AS (
    SELECT %(id)s::uuid
    UNION
    SELECT near.id FROM chain CROSS JOIN h CROSS JOIN LATERAL (
        SELECT l.source_id AS id FROM {schema}.links l
         WHERE l.scope = %(scope)s AND l.target_id = chain.id AND l.kind = 'supersedes'
           AND NOT (l.asserted <@ h.hidden)
        UNION ALL
        SELECT l.target_id FROM {schema}.links l
         WHERE l.scope = %(scope)s AND l.source_id = chain.id AND l.kind = 'supersedes'
           AND NOT (l.asserted <@ h.hidden)
        UNION ALL
        SELECT f.id FROM {schema}.memories f
          JOIN {schema}.memories o
            ON o.scope = f.scope AND o.tier = f.tier AND o.dedupe_key = f.dedupe_key
         WHERE o.scope = %(scope)s AND o.id = chain.id) near
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN (chain JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = chain.id)
    ON NOT (m.asserted <@ h.hidden)
  {closing}
 ORDER BY m.recorded_at, m.interval_number, m.id
