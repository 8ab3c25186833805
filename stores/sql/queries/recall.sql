-- Recall in one pass over the scope: every visible memory gets every score; the statistics of
-- BM25 are those of exactly the rows that are visible.
WITH h AS MATERIALIZED (
    {view}
), s AS MATERIALIZED (
    SELECT m.id, m.tier, m.kind, m.dedupe_key, m.interval_number, m.lexeme_count,
           m.importance, m.valid_from, m.session_id, m.position,
           1 - (m.embedding <=> %(vector)s::halfvec) AS cosine,
           CASE WHEN m.entities && %(entities)s::text[] THEN 1.0::float8 ELSE 0 END AS entity,
           CASE WHEN m.event_from < %(until)s::timestamptz
                 AND coalesce(m.event_to, m.event_from + interval '1 microsecond')
                     > %(since)s::timestamptz
                THEN 1.0::float8 ELSE 0 END AS period
           {term_columns}
      FROM {schema}.memories m, h
     WHERE m.scope = %(scope)s
       AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
       AND (isempty(m.closed) OR NOT {schema}.is_shadowed(
            m.scope, m.tier, m.dedupe_key, m.interval_number, h.hidden))
       AND (m.expires_at IS NULL OR m.expires_at > coalesce(%(as_of)s::timestamptz, now()))
       {filters}
), d AS (
    SELECT count(*)::float8 AS n, greatest(avg(lexeme_count)::float8, 1) AS mean_length
           {term_counts}
      FROM s
), x AS (
    SELECT s.*, {bm25} AS bm25 FROM s, d
), pool AS (
    (SELECT id FROM x WHERE bm25 > 0 ORDER BY bm25 DESC, id LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE cosine IS NOT NULL ORDER BY cosine DESC, id LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE entity > 0 ORDER BY entity DESC, valid_from DESC LIMIT %(pool)s)
    UNION (SELECT id FROM x WHERE period > 0 ORDER BY valid_from DESC LIMIT %(pool)s)
), u AS (
    SELECT x.*, max(x.bm25) OVER () AS best_bm25, max(x.cosine) OVER () AS best_cosine,
           min(x.cosine) OVER () AS worst_cosine,
           row_number() OVER (PARTITION BY x.tier, x.dedupe_key
                              ORDER BY x.interval_number DESC) AS rank_in_fact
      FROM x JOIN pool USING (id)
), f AS (
    SELECT u.*,
           %(weight_bm25)s::float8 * coalesce(bm25 / nullif(best_bm25, 0), 0)
         + %(weight_vector)s::float8 * coalesce((cosine - worst_cosine)
                / nullif(best_cosine - worst_cosine, 0), CASE WHEN cosine IS NULL THEN 0 ELSE 1 END)
         + %(weight_entity)s::float8 * entity + %(weight_time)s::float8 * period AS fused,
           (1 + %(boost_importance)s::float8 * (importance - 0.5))
         * (1 + %(boost_recency)s::float8 * exp(-greatest(extract(epoch FROM
                coalesce(%(now)s::timestamptz, now()) - valid_from), 0) / 86400.0
                / %(recency_days)s::float8)) AS boost
      FROM u WHERE rank_in_fact = 1
), best AS (
    SELECT id, cosine, bm25, entity, period, fused, boost, fused * boost AS final
      FROM f ORDER BY fused * boost DESC, id LIMIT %(limit)s
)
SELECT h.tree, h.clock, d.n AS considered, to_jsonb(b.*) AS scores, {columns}
  FROM h CROSS JOIN d
  LEFT JOIN (best b JOIN {schema}.memories m ON m.scope = %(scope)s AND m.id = b.id) ON true
  {closing}
 ORDER BY b.final DESC NULLS LAST, m.id
