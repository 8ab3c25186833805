WITH h AS MATERIALIZED (
    {view}
)
SELECT h.tree AS reader_tree, {columns}
  FROM h LEFT JOIN {schema}.memories m
    ON m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[]) AND NOT (m.asserted <@ h.hidden)
  {closing}
