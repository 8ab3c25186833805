WITH h AS MATERIALIZED (
    {view}
)
SELECT h.tree AS reader_tree, {columns}, a.access_count, a.accessed_at AS last_access
  FROM h LEFT JOIN {schema}.memories m
    ON m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[]) AND NOT (m.asserted <@ h.hidden)
  LEFT JOIN {schema}.access a ON a.scope = m.scope AND a.memory_id = m.id
  {closing}
