m.id, m.scope, m.tier, m.kind, m.content, m.data, m.subject, m.attribute, m.value, m.cardinality,
m.polarity, m.event_from, m.event_to, m.event_words, m.valid_from,
coalesce(m.valid_to, least(c.valid_to, CASE WHEN {has_expired} THEN m.expires_at END)) AS valid_to,
m.recorded_at, least(c.closed_at, CASE WHEN {has_expired} THEN m.expires_at END) AS closed_at,
c.superseded_by,
m.confidence, m.importance, m.sensitivity, m.trust, NOT (m.doubted <@ h.hidden) AS doubtful,
m.language, m.speaker, m.entities, m.tags, m.thread_id, m.session_id, m.position, m.message_id,
m.version,
(SELECT count(*) FROM {schema}.evidence e
  WHERE e.scope = m.scope AND e.memory_id = m.id AND NOT (e.asserted <@ h.hidden)) AS evidence_count
