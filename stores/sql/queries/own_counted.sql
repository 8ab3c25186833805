-- Notes how many rows were counted. When some were erased meanwhile the count may hold their words:
-- it is thrown away. Gives whether it stands.
WITH late AS (
    SELECT EXISTS (SELECT FROM {schema}.audit a
                    WHERE a.scope = %(scope)s AND a.action = 'erase' AND a.entry > %(erased)s) AS is_so
), gone AS (
    DELETE FROM {schema}.term_df WHERE scope = %(scope)s AND (SELECT late.is_so FROM late)
)
UPDATE {schema}.scopes
   SET counted_rows = CASE WHEN late.is_so THEN NULL ELSE %(rows)s END, is_bilingual = %(bilingual)s
  FROM late WHERE scope = %(scope)s
RETURNING NOT late.is_so AS stands
