-- Visible memories that one of the names may mean; the caller decides which it does.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(seen)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.content, m.subject, m.attribute, m.value
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s AND m.tier <> 'item' AND m.kind <> 'turn'
   AND {is_open}
   AND (m.expires_at IS NULL OR m.expires_at > now())
   AND (m.id::text = ANY(%(names)s) OR lower(m.value) = ANY(%(names)s)
        OR translate(lower(m.attribute), '_-', '  ') = ANY(%(spaced)s)
        OR translate(lower(m.subject || ' ' || m.attribute), '_-', '  ') = ANY(%(spaced)s)
        OR m.lexemes @@ %(words)s::tsquery)
