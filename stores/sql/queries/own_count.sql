-- Counts in how many memories of a scope each term occurs.
WITH old AS (DELETE FROM {schema}.term_df WHERE scope = %(scope)s)
INSERT INTO {schema}.term_df (scope, term, df)
SELECT %(scope)s, word, ndoc
  FROM ts_stat(format('SELECT lexemes FROM %%I.memories WHERE scope = %%L AND isempty(closed)',
                      %(name)s::text, %(scope)s::text))
ON CONFLICT (scope, term) DO UPDATE SET df = excluded.df
