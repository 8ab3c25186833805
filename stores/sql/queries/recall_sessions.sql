-- Every session as one document: what it says of the words, and how many came after it.
sx AS (
    SELECT session_id, max(valid_from) AS last, sum(lexeme_count)::float8 AS lexeme_count
           {session_terms}
      FROM s WHERE session_id IS NOT NULL GROUP BY session_id
), sd AS (
    SELECT {norms} {idfs}
      FROM (SELECT count(*)::float8 AS n, greatest(avg(lexeme_count), 1) AS mean_length
                   {term_counts} FROM sx) c
), sessions AS (
    SELECT session_id, {bm25} AS session_bm25,
           row_number() OVER (ORDER BY last DESC, session_id) AS sessions_ago
      FROM sx AS s, sd AS d
), best_session AS (
    SELECT max(session_bm25) AS best FROM sessions
),
