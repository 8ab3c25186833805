-- Asserts memories with what states them: each joins the newest interval of its fact if nobody has
-- closed it and it has not expired – but what holds now joins none that says “until then” – else it
-- opens a new one. The scope travels with the rows: as a constant, a scope that the statistics don't
-- know yet would be taken for one row and be read whole for each key.
WITH given AS MATERIALIZED (
    SELECT %(scope)s::text AS scope, g.* FROM json_to_recordset(%(rows)s::json) AS g(
        ordinal integer, id uuid, doubted boolean, tier text, kind text, dedupe_key uuid, conflict_key text,
        namespace text[], item_key text, content text, data jsonb, subject text, attribute text,
        value text, cardinality text, polarity boolean, event_from timestamptz,
        event_to timestamptz, event_words text, valid_from timestamptz, valid_to timestamptz,
        confidence real, importance real, sensitivity text, trust smallint, language text,
        speaker text, role text, tags text[], entities text[], thread_id text, session_id text,
        position integer, message_id text, is_question boolean, has_time boolean,
        word_count integer, ttl_minutes float8, lexemes text, lexeme_count integer,
        embedding text)
), once AS MATERIALIZED (
    SELECT DISTINCT ON (tier, dedupe_key) given.*,
           bool_or(doubted) OVER (PARTITION BY tier, dedupe_key) AS is_doubtful
      FROM given ORDER BY tier, dedupe_key, ordinal
), newest AS MATERIALIZED (
    SELECT o.*, n.id AS old_id, n.interval_number, n.is_open, n.created_at
      FROM once o
      LEFT JOIN LATERAL (
          SELECT m.id, m.interval_number, m.created_at,
                 isempty(m.closed) AND (m.valid_to IS NULL OR o.valid_to IS NOT NULL)
                 AND coalesce(m.expires_at > %(clock)s, true) AS is_open
            FROM {schema}.memories m
           WHERE m.scope = o.scope AND m.tier = o.tier AND m.dedupe_key = o.dedupe_key
           ORDER BY m.interval_number DESC LIMIT 1) n ON true
), joined AS (
    UPDATE {schema}.memories m
       SET asserted = m.asserted + %(number)s::int8multirange,
           doubted = CASE WHEN n.is_doubtful THEN m.doubted + %(number)s::int8multirange
                          ELSE m.doubted END
      FROM newest n WHERE m.scope = n.scope AND m.id = n.old_id AND n.is_open
    RETURNING m.id
), opened AS (
    INSERT INTO {schema}.memories (
        scope, id, tier, kind, dedupe_key, interval_number, asserted, doubted, conflict_key,
        namespace, item_key, content, data, subject, attribute, value, cardinality, polarity,
        event_from, event_to, event_words, valid_from, valid_to, recorded_at, created_at,
        updated_at, confidence, importance, sensitivity, trust, language, speaker, role, tags,
        entities, thread_id, session_id, position, message_id, is_question, has_time,
        word_count, ttl_minutes, expires_at, lexemes, lexeme_count, embedding)
    SELECT n.scope, n.id, n.tier, n.kind, n.dedupe_key, coalesce(n.interval_number, 0) + 1,
           %(number)s::int8multirange,
           CASE WHEN n.is_doubtful THEN %(number)s::int8multirange ELSE '{{}}' END,
           n.conflict_key, n.namespace, n.item_key, n.content, n.data, n.subject, n.attribute,
           n.value, n.cardinality, n.polarity, n.event_from, n.event_to, n.event_words,
           coalesce(n.valid_from, %(clock)s), n.valid_to, %(clock)s,
           coalesce(n.created_at, %(clock)s), %(clock)s, n.confidence, n.importance,
           n.sensitivity, n.trust, n.language, n.speaker, n.role, n.tags, n.entities,
           n.thread_id, n.session_id, n.position, n.message_id, n.is_question, n.has_time,
           n.word_count, n.ttl_minutes, %(clock)s + n.ttl_minutes * interval '1 minute',
           n.lexemes::tsvector, n.lexeme_count, n.embedding::halfvec
      FROM newest n WHERE n.is_open IS NOT TRUE
    RETURNING id, lexeme_count
), counted AS (
    UPDATE {schema}.scopes s
       SET row_count = s.row_count + c.rows, lexeme_count = s.lexeme_count + c.lexemes
      FROM (SELECT count(*) AS rows, coalesce(sum(lexeme_count), 0) AS lexemes FROM opened) c
     WHERE s.scope = %(scope)s AND c.rows > 0
), answer AS MATERIALIZED (
    SELECT g.ordinal, CASE WHEN n.is_open THEN n.old_id ELSE n.id END AS id,
           n.is_open IS NOT TRUE AND n.ordinal = g.ordinal AS is_new
      FROM given g JOIN newest n ON n.tier = g.tier AND n.dedupe_key = g.dedupe_key
), said AS (
    INSERT INTO {schema}.evidence AS e (
        scope, memory_id, evidence_key, asserted, role, span, confidence, thread_id, message_id,
        said_at, recorded_at)
    SELECT DISTINCT ON (a.id, v.evidence_key)
           %(scope)s, a.id, v.evidence_key, %(number)s::int8multirange, v.role, v.span,
           v.confidence, v.thread_id, v.message_id, v.said_at, %(clock)s::timestamptz
      FROM json_to_recordset(%(evidence)s::json) AS v(
           ordinal integer, evidence_key uuid, role text, span text, confidence real,
           thread_id text, message_id text, said_at timestamptz)
      JOIN answer a ON a.ordinal = v.ordinal
     ORDER BY a.id, v.evidence_key, v.ordinal
    ON CONFLICT (scope, memory_id, evidence_key)
    DO UPDATE SET asserted = e.asserted + excluded.asserted
)
SELECT ordinal, id, is_new FROM answer ORDER BY ordinal
