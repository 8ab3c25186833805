-- Imported memories with all that hangs on them; times are kept.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json) AS g(
        id uuid, number bigint, doubtful boolean, tier text, kind text, dedupe_key uuid,
        interval_number integer, conflict_key text, namespace text[], item_key text, content text,
        data jsonb, subject text, attribute text, value text, cardinality text, polarity boolean,
        event_from timestamptz, event_to timestamptz, event_words text, valid_from timestamptz,
        valid_to timestamptz, recorded_at timestamptz, created_at timestamptz, confidence real,
        importance real, sensitivity text, trust smallint, language text, speaker text, role text,
        tags text[], entities text[], thread_id text, session_id text, position integer,
        message_id text, is_question boolean, has_time boolean, word_count integer,
        ttl_minutes float8, expires_at timestamptz, version integer, lexeme_count integer, lexemes text,
        embedding text, closed_by bigint[])
)
INSERT INTO {schema}.memories (
    scope, id, asserted, doubted, closed, {columns}, updated_at, lexemes, embedding)
SELECT %(scope)s, m.id, int8multirange(int8range(m.number, m.number + 1)),
       CASE WHEN m.doubtful THEN int8multirange(int8range(m.number, m.number + 1)) ELSE '{{}}' END,
       coalesce((SELECT range_agg(int8range(n, n + 1)) FROM unnest(m.closed_by) n), '{{}}'),
       {given_columns}, %(clock)s, m.lexemes::tsvector, m.embedding::halfvec
  FROM given m
