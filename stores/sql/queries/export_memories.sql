-- One page of memories, open and closed, as the live view sees them; vectors only of the embedder
-- that the export names. What was closed since it began is open in it: its successor is not in it.
WITH h AS MATERIALIZED (
    {view}
)
SELECT to_jsonb(r.*) AS record
  FROM h JOIN {schema}.scopes o ON o.scope = %(scope)s
  JOIN {schema}.memories m
    ON m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden) AND m.recorded_at <= %(until)s
   AND (m.recorded_at, m.id) > (%(after_time)s::timestamptz, %(after_id)s::uuid)
 CROSS JOIN LATERAL (
    SELECT 'memory' AS record, m.id, {columns}, m.lexemes::text AS lexemes,
           NOT (m.doubted <@ h.hidden) AS doubtful,
           CASE WHEN o.embedder = %(embedder)s THEN m.embedding::text END AS embedding,
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                       'closed_at', c.closed_at, 'valid_to', c.valid_to,
                       'superseded_by', c.superseded_by, 'reason', c.reason)
                       ORDER BY c.closed_at, c.number), '[]')
              FROM {schema}.closings c
             WHERE c.scope = m.scope AND c.memory_id = m.id AND NOT (c.number <@ h.hidden)
               AND c.closed_at <= %(until)s
               AND NOT (m.closed <@ h.hidden)) AS closings,
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                       'evidence_key', e.evidence_key, 'role', e.role, 'span', e.span,
                       'confidence', e.confidence, 'thread_id', e.thread_id,
                       'message_id', e.message_id, 'said_at', e.said_at,
                       'recorded_at', e.recorded_at) ORDER BY e.recorded_at, e.evidence_key), '[]')
              FROM {schema}.evidence e
             WHERE e.scope = m.scope AND e.memory_id = m.id
               AND NOT (e.asserted <@ h.hidden)) AS evidence,
           (SELECT coalesce(jsonb_agg(n.name ORDER BY n.name), '[]')
              FROM {schema}.mentions x
              JOIN {schema}.entities n ON n.scope = x.scope AND n.id = x.entity_id
             WHERE x.scope = m.scope AND x.memory_id = m.id) AS names,
           (SELECT coalesce(jsonb_agg(jsonb_build_array(a.name, x.name, b.name)
                                      ORDER BY a.name, x.name, b.name), '[]')
              FROM {schema}.relations x
              JOIN {schema}.entities a ON a.scope = x.scope AND a.id = x.source_id
              JOIN {schema}.entities b ON b.scope = x.scope AND b.id = x.target_id
             WHERE x.scope = m.scope AND x.memory_id = m.id) AS relations,
           (SELECT jsonb_build_object('access_count', a.access_count, 'accessed_at', a.accessed_at)
              FROM {schema}.access a WHERE a.scope = m.scope AND a.memory_id = m.id) AS access,
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                       'ordinal', v.ordinal, 'path', v.path, 'embedding', v.embedding::text)
                       ORDER BY v.ordinal), '[]')
              FROM {schema}.item_vectors v
             WHERE o.embedder = %(embedder)s AND v.embedding IS NOT NULL
               AND v.scope = m.scope AND v.memory_id = m.id) AS vectors) r
 ORDER BY m.recorded_at, m.id
 LIMIT %(limit)s
