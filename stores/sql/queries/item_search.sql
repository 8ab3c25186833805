-- Items and memories below a prefix by likeness to a query, then what is not indexed.
-- Likeness joins two signs of it, 1 - (1 - cosine) * (1 - share * words): without a common word
-- it is the cosine of the best vector, without vectors it is the weighted part of the query's
-- words that the text holds.
WITH reader AS MATERIALIZED (
    {reader}
), further AS MATERIALIZED (
    SELECT v.scope, v.memory_id, max(nullif(1 - (v.embedding <=> %(vector)s::halfvec), 'NaN'))
           AS cosine
      FROM reader JOIN {schema}.item_vectors v ON v.scope = reader.scope
     WHERE %(vector)s::text IS NOT NULL
     GROUP BY v.scope, v.memory_id
), s AS MATERIALIZED (
    SELECT m.scope, m.id, m.recorded_at, m.lexeme_count,
           greatest(nullif(1 - (m.embedding <=> %(vector)s::halfvec), 'NaN'), further.cosine)
               AS cosine {term_columns}
      FROM reader JOIN {schema}.memories m ON m.scope = reader.scope
      LEFT JOIN further ON further.scope = m.scope AND further.memory_id = m.id
     WHERE {visible} AND {below} AND {filter}
), d AS (
    SELECT count(*) FILTER (WHERE lexeme_count > 0)::float8 AS n,
           greatest(avg(lexeme_count) FILTER (WHERE lexeme_count > 0)::float8, 1) AS mean_length
           {term_counts}
      FROM s
), x AS (
    SELECT s.scope, s.id, s.recorded_at, s.cosine, {words} AS words, s.lexeme_count > 0 AS has_words
      FROM s, d
), scored AS (
    SELECT x.*, CASE WHEN cosine IS NOT NULL
                     THEN 1 - (1 - cosine) * (1 - %(share)s::float8 * words)
                     WHEN has_words AND {has_terms} THEN words END AS score
      FROM x
)
SELECT {columns}, scored.score
  FROM scored JOIN {schema}.memories m ON m.scope = scored.scope AND m.id = scored.id
 ORDER BY scored.score DESC NULLS LAST, scored.words DESC, m.recorded_at DESC,
          namespace COLLATE "C", key COLLATE "C", m.id
 LIMIT %(limit)s OFFSET %(offset)s
