-- The links of a memory that the reader can see, both ends of which it can see too.
WITH h AS MATERIALIZED (
    {view}
)
SELECT h.tree AS reader_tree, l.source_id, l.kind, l.target_id, l.recorded_at
  FROM h LEFT JOIN ({schema}.links l
                    JOIN {schema}.memories a ON a.scope = l.scope AND a.id = l.source_id
                    JOIN {schema}.memories b ON b.scope = l.scope AND b.id = l.target_id)
    ON l.scope = %(scope)s AND %(id)s::uuid IN (l.source_id, l.target_id)
   AND NOT (l.asserted <@ h.hidden)
   AND NOT (a.asserted <@ h.hidden) AND NOT (b.asserted <@ h.hidden)
 ORDER BY l.recorded_at, l.kind, l.source_id, l.target_id
