-- Recall looks at every row of the scope again.
WITH gone AS (DELETE FROM {schema}.term_df WHERE scope = %(scope)s)
UPDATE {schema}.scopes SET own_dimensions = NULL, counted_rows = NULL WHERE scope = %(scope)s
