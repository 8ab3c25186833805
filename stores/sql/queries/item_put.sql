-- Closes the open version of each key and opens the new one, for a whole batch at once. The scope
-- travels with the rows: as a constant, a scope that the statistics don't know yet would be taken
-- for one row and be read whole for each key.
WITH given AS MATERIALIZED (
    SELECT %(scope)s::text AS scope, g.* FROM json_to_recordset(%(rows)s::json) AS g(
        id uuid, dedupe_key uuid, is_put boolean, namespace text[], item_key text, content text,
        data jsonb, lexemes text, lexeme_count integer, ttl_minutes float8, embedding text)
), newest AS MATERIALIZED (
    SELECT g.*, n.id AS old_id, n.interval_number, n.created_at, n.expires_at, n.is_open,
           n.is_open AND coalesce(n.expires_at > now(), true) AS goes_on
      FROM given g
      LEFT JOIN LATERAL (
          SELECT m.id, m.interval_number, isempty(m.closed) AS is_open, m.created_at,
                 m.expires_at
            FROM {schema}.memories m
           WHERE m.scope = g.scope AND m.tier = 'item' AND m.dedupe_key = g.dedupe_key
           ORDER BY m.interval_number DESC LIMIT 1) n ON true
), ended AS (
    UPDATE {schema}.memories m
       SET closed = m.closed + %(number)s::int8multirange, version = m.version + 1
      FROM newest n WHERE m.scope = n.scope AND m.id = n.old_id AND n.is_open
    RETURNING m.id
), recorded AS (
    INSERT INTO {schema}.closings (
        scope, memory_id, number, closed_at, valid_to, superseded_by, reason)
    SELECT n.scope, n.old_id, %(write)s, %(clock)s, least(n.expires_at, %(clock)s),
           CASE WHEN n.is_put THEN n.id END,
           CASE WHEN NOT n.goes_on THEN 'expired' WHEN n.is_put THEN 'put' ELSE 'deleted' END
      FROM newest n WHERE n.is_open
), dropped AS (
    DELETE FROM {schema}.item_vectors v USING newest n
     WHERE v.scope = n.scope AND v.memory_id = n.old_id AND n.is_open
), opened AS (
    INSERT INTO {schema}.memories (
        scope, id, tier, kind, dedupe_key, interval_number, asserted, namespace, item_key,
        content, data, valid_from, recorded_at, created_at, updated_at, ttl_minutes, expires_at,
        lexemes, lexeme_count, embedding)
    SELECT n.scope, n.id, 'item', 'item', n.dedupe_key, coalesce(n.interval_number, 0) + 1,
           %(number)s::int8multirange, n.namespace, n.item_key, n.content, n.data, %(clock)s,
           %(clock)s, CASE WHEN n.goes_on THEN n.created_at ELSE %(clock)s END, %(clock)s,
           n.ttl_minutes, %(clock)s + n.ttl_minutes * interval '1 minute',
           n.lexemes::tsvector, n.lexeme_count, n.embedding::halfvec
      FROM newest n WHERE n.is_put
    RETURNING lexeme_count
)
SELECT (SELECT count(*) FROM opened) AS added,
       (SELECT coalesce(sum(lexeme_count), 0) FROM opened) AS lexemes,
       (SELECT count(*) FROM ended) AS closed
