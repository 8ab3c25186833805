m.tier, m.kind, m.dedupe_key, m.interval_number, m.conflict_key, m.namespace, m.item_key,
m.content, m.data, m.subject, m.attribute, m.value, m.cardinality, m.polarity, m.event_from,
m.event_to, m.event_words, m.valid_from, m.valid_to, m.recorded_at, m.created_at, m.confidence,
m.importance, m.sensitivity, m.trust, m.language, m.speaker, m.role, m.tags, m.entities,
m.thread_id, m.session_id, m.position, m.message_id, m.is_question, m.has_time, m.word_count,
m.ttl_minutes, m.expires_at, m.version, m.lexeme_count
