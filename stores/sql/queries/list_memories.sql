-- Memories of a scope, newest first, through the reader's eyes.
WITH h AS MATERIALIZED (
    {view}
)
SELECT h.tree AS reader_tree, {columns}, a.access_count, a.accessed_at AS last_access
  FROM h LEFT JOIN {schema}.memories m
    ON m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden)
   AND (%(with_closed)s OR m.closed <@ h.hidden AND NOT {has_expired})
   AND (isempty(m.closed) OR NOT (m.closed <@ h.hidden)
        OR NOT {schema}.is_shadowed(m.scope, m.tier, m.dedupe_key, m.interval_number, h.hidden))
   AND (%(tiers)s::text[] = '{{}}' OR m.tier = ANY(%(tiers)s))
   AND (%(kinds)s::text[] = '{{}}' OR m.kind = ANY(%(kinds)s))
   AND (%(session_id)s::text IS NULL OR m.session_id = %(session_id)s)
  LEFT JOIN {schema}.access a ON a.scope = m.scope AND a.memory_id = m.id
  {closing}
 ORDER BY m.recorded_at DESC, m.position DESC NULLS LAST, m.id
 LIMIT %(limit)s OFFSET %(offset)s
