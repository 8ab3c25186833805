-- What is looked at in a large scope: what its own indexes bring up, so many rows an arm, and the
-- turns beside them. The statistics are those that maintenance has counted. The scope stands in the
-- text, as its indexes ask for.
d AS MATERIALIZED (
    SELECT n, {norms} {idfs}
      FROM (SELECT greatest(c.row_count, 1)::float8 AS n,
                   greatest(c.lexeme_count::float8 / greatest(c.row_count, 1), 1) AS mean_length
                   {term_counts}
              FROM {schema}.scopes c WHERE c.scope = {scope}) c
), rare AS MATERIALIZED (
    -- The rarest term always; more of them while the rows that hold them stay within the budget.
    SELECT string_agg(lexeme, ' | ')::tsquery AS words
      FROM (SELECT t.lexeme, sum(coalesce(f.df, 1)) OVER o AS rows, row_number() OVER o AS place
              FROM unnest(%(words)s::text[], %(lexemes)s::text[]) t(term, lexeme)
              LEFT JOIN {schema}.term_df f ON f.scope = {scope} AND f.term = t.term
            WINDOW o AS (ORDER BY coalesce(f.df, 1), t.term)) c
     WHERE place = 1 OR rows <= %(budget)s
), arms AS MATERIALIZED (
    (SELECT s.id, s.session_id, s.position
       FROM (SELECT m.id, m.session_id, m.position, m.lexeme_count {term_columns}
               FROM {schema}.memories m
              WHERE m.scope = {scope} AND m.lexemes @@ (SELECT rare.words FROM rare) AND {visible}) s, d
      ORDER BY {bm25} DESC, s.id LIMIT %(pool)s)
    UNION ALL
    (SELECT m.id, m.session_id, m.position
       FROM e, {schema}.memories m
      WHERE m.scope = {scope} AND {visible} AND m.id = ANY (ARRAY(
            SELECT n.memory_id FROM {schema}.entities a
              JOIN {schema}.mentions n ON n.scope = a.scope AND n.entity_id = a.id
             WHERE a.scope = {scope}
               AND a.normal_name = ANY ((SELECT e.named || e.near FROM e)::text[])
             LIMIT %(budget)s))
      ORDER BY m.entities && e.named DESC, m.valid_from DESC LIMIT %(pool)s)
    {further_arms}
), few AS MATERIALIZED (
    SELECT array_agg(id) AS ids
      FROM (SELECT id FROM arms
            UNION
            -- OFFSET 0: looked up for each, whatever the planner thinks of reading the whole scope.
            SELECT n.id FROM arms a, LATERAL (
                   SELECT m.id FROM {schema}.memories m
                    WHERE m.scope = {scope} AND m.session_id = a.session_id
                      AND m.position BETWEEN a.position - 1 AND a.position + 1 OFFSET 0) n) every
),
