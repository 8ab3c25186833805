-- The statistics of BM25 from the rows themselves.
d AS MATERIALIZED (
    SELECT n, {norms} {idfs}
      FROM (SELECT count(*)::float8 AS n, greatest(avg(lexeme_count)::float8, 1) AS mean_length
              FROM s) c,
           (SELECT count(*) AS hits {term_counts} FROM s WHERE hit) k
),
