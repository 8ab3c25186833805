-- Joins the newest interval of a fact if nobody has closed it, else opens a new interval.
WITH newest AS (
    SELECT id, interval_number, isempty(closed) AS is_open, created_at
      FROM {schema}.memories
     WHERE scope = %(scope)s AND tier = %(tier)s AND dedupe_key = %(dedupe_key)s
     ORDER BY interval_number DESC LIMIT 1
), joined AS (
    UPDATE {schema}.memories m
       SET asserted = m.asserted + %(number)s::int8multirange,
           doubted = m.doubted + %(doubted)s::int8multirange
      FROM newest
     WHERE m.scope = %(scope)s AND m.id = newest.id AND newest.is_open
    RETURNING m.id
), opened AS (
    INSERT INTO {schema}.memories (
        scope, tier, kind, dedupe_key, interval_number, asserted, doubted, conflict_key,
        namespace, item_key, content, data, subject, attribute, value, cardinality, polarity,
        event_from, event_to, event_words, valid_from, valid_to, recorded_at, created_at,
        updated_at, confidence, importance, sensitivity, trust, language, speaker, role, tags,
        entities, thread_id, session_id, position, message_id, is_question, has_time,
        word_count, ttl_minutes, expires_at, lexemes, lexeme_count, embedding)
    SELECT %(scope)s, %(tier)s, %(kind)s, %(dedupe_key)s,
           coalesce((SELECT interval_number FROM newest), 0) + 1,
           %(number)s::int8multirange, %(doubted)s::int8multirange, %(conflict_key)s,
           %(namespace)s, %(item_key)s, %(content)s, %(data)s, %(subject)s, %(attribute)s,
           %(value)s, %(cardinality)s, %(polarity)s, %(event_from)s, %(event_to)s,
           %(event_words)s, coalesce(%(valid_from)s, %(clock)s), %(valid_to)s, %(clock)s,
           coalesce((SELECT created_at FROM newest), %(clock)s), %(clock)s,
           %(confidence)s, %(importance)s, %(sensitivity)s, %(trust)s, %(language)s,
           %(speaker)s, %(role)s, %(tags)s, %(entities)s, %(thread_id)s, %(session_id)s,
           %(position)s, %(message_id)s, %(is_question)s, %(has_time)s, %(word_count)s,
           %(ttl_minutes)s,
           %(clock)s + %(ttl_minutes)s * interval '1 minute',
           %(lexemes)s::tsvector, %(lexeme_count)s, %(embedding)s::halfvec
     WHERE NOT EXISTS (SELECT 1 FROM newest WHERE is_open)
    RETURNING id
)
SELECT id, false AS is_new FROM joined UNION ALL SELECT id, true FROM opened
