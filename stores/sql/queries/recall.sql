-- Recall: every memory that is looked at gets every score. In most scopes that is every visible
-- one, and the statistics of BM25 are those of exactly these; see recall_large for large scopes.
WITH h AS MATERIALIZED (
    {view}
), e AS MATERIALIZED (
    {named_entities}
), q AS MATERIALIZED (
    {query_vector}
), {candidates} s AS MATERIALIZED (
    SELECT m.id, m.kind, m.lexeme_count, m.importance, m.valid_from,
           CASE WHEN m.kind = 'turn' THEN m.session_id END AS session_id, m.position,
           m.is_question, m.has_time, m.word_count, m.hit,
           {is_chinese} AS is_chinese,
           1 - (m.embedding <=> (SELECT q.vector FROM q)) AS cosine,
           CASE WHEN m.entities && e.named THEN 1 WHEN m.entities && e.near THEN 0.5::float8
                ELSE 0 END AS entity,
           {period} AS period, {code} AS code,
           CASE WHEN m.speaker = ANY(%(cue_speakers)s) OR m.role = ANY(%(cue_roles)s)
                THEN 1.0::float8 ELSE 0 END AS spoken
           {term_columns}
      FROM h, e, (
          -- OFFSET 0: whether any term occurs is found once, not anew for each term.
          SELECT m.*, m.lexemes @@ %(any_term)s::tsquery AS hit
            FROM {schema}.memories m WHERE {looked_at} OFFSET 0) m
     WHERE {visible}
), {statistics} x AS MATERIALIZED (
    -- A turn's vector covers the turn before it, so the next turn's vector covers this one. Sessions
    -- are told apart by a number first, which is compared sooner than their names.
    SELECT s.id, s.kind, s.importance, s.valid_from, s.session_id, s.is_question, s.has_time,
           s.word_count, s.is_chinese, s.cosine, s.entity, s.period, s.code, s.spoken,
           CASE WHEN s.hit THEN {bm25} ELSE 0 END AS bm25,
           CASE WHEN s.session_id IS NULL THEN s.cosine
                ELSE coalesce(lead(s.cosine) OVER (
                    PARTITION BY hashtextextended(s.session_id, 0), s.session_id
                    ORDER BY s.position), s.cosine) END AS follower
      FROM s, d
), pool AS (
    (SELECT id FROM x WHERE bm25 > 0 ORDER BY bm25 DESC, id LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE cosine IS NOT NULL AND is_chinese
            ORDER BY cosine + follower DESC, id LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE cosine IS NOT NULL AND NOT is_chinese
            ORDER BY cosine + follower DESC, id LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE entity > 0 ORDER BY entity DESC, valid_from DESC LIMIT %(pool)s)
    {more_arms}
), p AS MATERIALIZED (
    SELECT x.* FROM x JOIN pool USING (id)
), l AS MATERIALIZED (
    -- An embedder finds texts of the question's own language nearer than they are; so nearness is
    -- how far a row stands out of the candidates of its language, once there are enough. The unit
    -- lies between none, which favours a wide crowd, and their standard deviation, which favours a
    -- narrow one. Not for a vector alone.
    SELECT is_chinese, max(bm25) AS best_bm25,
           count(*) >= 20 AND numnode(%(any_term)s::tsquery) > 0 AS is_spoken,
           avg(cosine) AS cosine, sqrt(stddev_pop(cosine)) AS unit,
           avg(follower) AS follower, sqrt(stddev_pop(follower)) AS next_unit
      FROM p GROUP BY is_chinese
), b AS MATERIALIZED (
    -- How far the question's words are found at all: the best row beside one that holds them all.
    SELECT every.*, best_bm25 / nullif((
               SELECT sum(worth) FROM unnest({worths}) WITH ORDINALITY AS term(worth, place)
                WHERE place <= %(asked)s::int), 0) AS found
      FROM d, (SELECT count(*) = 2 AND bool_and(is_spoken) AS is_bilingual,
                      max(best_bm25) AS best_bm25 FROM l) every
), r AS MATERIALIZED (
    SELECT p.*, b.best_bm25, b.found,
           l.is_spoken AND l.best_bm25 = 0 AND b.best_bm25 > 0 AS is_foreign,
           CASE WHEN b.is_bilingual THEN (p.cosine - l.cosine) / coalesce(nullif(l.unit, 0), 1)
                ELSE p.cosine END AS nearness,
           CASE WHEN b.is_bilingual
                THEN (p.follower - l.follower) / coalesce(nullif(l.next_unit, 0), 1)
                ELSE p.follower END AS next_nearness
      FROM p JOIN l USING (is_chinese) CROSS JOIN b
), a AS (
    -- Of a few rows that an embedder hardly tells apart none is far: what differs by less than this
    -- differs by chance.
    SELECT least(min(nearness), max(nearness) - 0.03::float8) AS low, max(nearness) AS high,
           least(min(next_nearness), max(next_nearness) - 0.03::float8) AS next_low,
           max(next_nearness) AS next_high
      FROM r
), u AS (
    SELECT r.*, {schema}.spread(nearness, a.low, a.high) AS meaning,
           {schema}.spread(next_nearness, a.next_low, a.next_high) AS follow
      FROM r CROSS JOIN a
), v AS (
    -- Words can't match where the other language is spoken: there meaning stands in for them, for
    -- the nearest few, and as far as the words fail here.
    SELECT u.*, CASE WHEN is_foreign AND row_number() OVER (
                              PARTITION BY is_chinese ORDER BY meaning DESC, id) <= 3
                     THEN greatest(0, least(1, 1.1::float8 * (1 - found))) * meaning
                     ELSE coalesce(bm25 / nullif(best_bm25, 0), 0) END AS words
      FROM u
), w AS (
    SELECT v.*, %(session_bm25)s::float8 * words + %(session_vector)s::float8 * meaning
              + %(session_follower)s::float8 * follow AS alone
      FROM v
), g AS (
    SELECT w.*, CASE WHEN session_id IS NULL THEN alone
                     ELSE max(alone) OVER (PARTITION BY session_id) END AS session,
           least(ln(1 + word_count::float8), 4) / 4 AS length
      FROM w
), {sessions} f AS (
    SELECT g.*, {session_columns} (%(weight_bm25)s::float8 * words + %(weight_vector)s::float8 * meaning
         + %(weight_follower)s::float8 * follow + %(weight_session)s::float8 * session
         + %(weight_speaker)s::float8 * spoken + %(weight_time)s::float8 * period
         + %(weight_time_words)s::float8 * has_time::int + %(weight_entity)s::float8 * entity
         + %(weight_code)s::float8 * code
         + CASE WHEN kind = 'turn' THEN %(weight_length)s::float8 * length
                     - %(weight_question)s::float8 * is_question::int
                ELSE %(weight_extracted)s::float8 END
         {conversation}) * %(scale)s::float8 AS fused,
           1 + %(boost_importance)s::float8 * (importance - 0.5) AS importance_boost,
           1 + %(boost_recency)s::float8 * exp(-greatest(extract(epoch FROM
                coalesce(%(now)s::timestamptz, now()) - valid_from)::float8, 0) / 86400
                / %(recency_days)s::float8) AS recency_boost
      FROM g {session_join}
), best AS (
    SELECT id, cosine, bm25, entity, period, code, spoken, follower, session, {session_columns}
           fused, importance_boost, recency_boost, importance_boost * recency_boost AS boost,
           fused * importance_boost * recency_boost AS final
      FROM f ORDER BY final DESC, id LIMIT %(fetch)s
)
SELECT h.tree, h.clock, d.n AS considered, e.named,
       (SELECT l.own_dimensions FROM {schema}.scopes l WHERE l.scope = %(scope)s) AS own_dimensions,
       (SELECT l.embedder FROM {schema}.scopes l
         WHERE l.scope = %(scope)s AND NOT EXISTS (SELECT FROM q)) AS other_embedder,
       ARRAY({speakers}) AS speakers,
       ARRAY(SELECT m.id::text FROM {schema}.memories m, h
              WHERE m.scope = %(scope)s AND m.id = ANY(%(pinned)s::uuid[])
                AND {is_open}
                AND NOT {has_expired}) AS standing,
       m.kind = 'turn' AND EXISTS (
           SELECT FROM {schema}.evidence v
             JOIN {schema}.memories o ON o.scope = v.scope AND o.id = v.memory_id
            WHERE v.scope = m.scope AND v.message_id = m.message_id
              AND (v.thread_id = m.thread_id OR m.thread_id IS NULL AND v.thread_id IS NULL)
              AND NOT (v.asserted <@ h.hidden) AND NOT (o.closed <@ h.hidden)) AS is_outdated,
       b.cosine, b.bm25, b.entity, b.period, b.code, b.spoken, b.follower, b.session AS in_session,
       b.fused, b.importance_boost, b.recency_boost, b.boost, b.final, {columns}
  FROM h CROSS JOIN d CROSS JOIN e
  LEFT JOIN (best b CROSS JOIN LATERAL (
       -- OFFSET 0: each looked up by its id, whatever the planner thinks of reading the whole scope.
       SELECT * FROM {schema}.memories WHERE scope = %(scope)s AND id = b.id OFFSET 0) m) ON true
  {closing}
 ORDER BY b.final DESC NULLS LAST, m.id
