-- Items and memories below a prefix by likeness to a query, then what is not indexed.
-- Likeness joins two signs of it, 1 - (1 - cosine) * (1 - share * words): without a common word
-- it is the cosine of the best vector, without vectors it is the weighted part of the query's
-- words that the text holds.
WITH reader AS MATERIALIZED (
    {reader}
), q AS MATERIALIZED (
    -- The vector of the query, where the vectors of a scope are of the same embedder and as long.
    SELECT o.scope, %(vector)s::halfvec AS vector
      FROM reader JOIN {schema}.scopes o ON o.scope = reader.scope
     WHERE %(vector)s::text IS NOT NULL AND o.embedder = %(embedder)s
       AND coalesce((SELECT (k.value ->> 'dimensions')::int FROM {schema}.meta k
                      WHERE k.key IN ('embedder', 'reembed') AND k.value ->> 'name' = o.embedder
                      ORDER BY k.key DESC LIMIT 1) = vector_dims(%(vector)s::halfvec), true)
), further AS MATERIALIZED (
    SELECT v.scope, v.memory_id, max(nullif(1 - (v.embedding <=> q.vector), 'NaN')) AS cosine
      FROM q JOIN {schema}.item_vectors v ON v.scope = q.scope
     GROUP BY v.scope, v.memory_id
), s AS MATERIALIZED (
    SELECT m.scope, m.id, {namespace} COLLATE "C" AS namespace, {key} COLLATE "C" AS key,
           m.recorded_at, m.lexeme_count,
           greatest(nullif(1 - (m.embedding <=> q.vector), 'NaN'), further.cosine) AS cosine {term_columns}
      FROM reader JOIN {schema}.memories m ON m.scope = reader.scope
      LEFT JOIN q ON q.scope = m.scope
      LEFT JOIN further ON further.scope = m.scope AND further.memory_id = m.id
     WHERE {visible} AND {below} AND {filter}
), d AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE lexeme_count > 0)::float8 AS n,
           greatest(avg(lexeme_count) FILTER (WHERE lexeme_count > 0)::float8, 1) AS mean_length
           {term_counts}
      FROM s
), x AS MATERIALIZED (
    SELECT s.scope, s.id, s.namespace, s.key, s.recorded_at, s.cosine,
           s.lexeme_count > 0 AS has_words, {words} AS words
      FROM s, d
), best AS MATERIALIZED (
    SELECT x.*, CASE WHEN cosine IS NOT NULL
                     THEN 1 - (1 - cosine) * (1 - %(share)s::float8 * words)
                     WHEN has_words AND {has_terms} THEN words END AS score
      FROM x
     ORDER BY score DESC NULLS LAST, words DESC, recorded_at DESC, namespace, key, id
     LIMIT %(limit)s OFFSET %(offset)s
)
SELECT {columns}, best.score
  FROM best JOIN {schema}.memories m ON m.scope = best.scope AND m.id = best.id
 ORDER BY best.score DESC NULLS LAST, best.words DESC, best.recorded_at DESC, best.namespace,
          best.key, best.id
