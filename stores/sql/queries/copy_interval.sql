-- Asserts a stored fact again: joins its newest interval, or opens a new one as a copy of %(id)s.
-- The fact is told first: joined with its intervals, a scope that the statistics don't know yet would
-- be read for each of its rows.
WITH newest AS MATERIALIZED (
    SELECT f.id, f.interval_number,
           isempty(f.closed) AND coalesce(f.expires_at > %(clock)s, true) AS is_open
      FROM {schema}.memories f
     WHERE f.scope = %(scope)s
       AND (f.tier, f.dedupe_key) = (SELECT m.tier, m.dedupe_key FROM {schema}.memories m
                                      WHERE m.scope = %(scope)s AND m.id = %(id)s)
     ORDER BY f.interval_number DESC LIMIT 1
), joined AS (
    UPDATE {schema}.memories m SET asserted = m.asserted + %(number)s::int8multirange
     WHERE m.scope = %(scope)s AND m.id = (SELECT id FROM newest WHERE is_open)
    RETURNING m.id
), opened AS (
    INSERT INTO {schema}.memories (
        scope, tier, kind, dedupe_key, interval_number, asserted, conflict_key,
        namespace, item_key, content, data, subject, attribute, value, cardinality, polarity,
        event_from, event_to, event_words, valid_from, valid_to, recorded_at, created_at,
        updated_at, confidence, importance, sensitivity, trust, language, speaker, role, tags,
        entities, thread_id, session_id, position, message_id, is_question, has_time,
        word_count, ttl_minutes, expires_at, lexemes, lexeme_count, embedding)
    SELECT m.scope, m.tier, m.kind, m.dedupe_key, newest.interval_number + 1,
           %(number)s::int8multirange, m.conflict_key,
           m.namespace, m.item_key, m.content, m.data, m.subject, m.attribute, m.value,
           m.cardinality, m.polarity, m.event_from, m.event_to, m.event_words, %(clock)s, NULL,
           %(clock)s, m.created_at, %(clock)s, m.confidence, m.importance, m.sensitivity, m.trust,
           m.language, m.speaker, m.role, m.tags, m.entities, %(thread_id)s, m.session_id,
           m.position, m.message_id, m.is_question, m.has_time, m.word_count, m.ttl_minutes,
           %(clock)s + m.ttl_minutes * interval '1 minute', m.lexemes, m.lexeme_count, m.embedding
      FROM {schema}.memories m, newest
     WHERE m.scope = %(scope)s AND m.id = %(id)s AND NOT newest.is_open
    RETURNING id
)
SELECT id, false AS is_new FROM joined UNION ALL SELECT id, true FROM opened
