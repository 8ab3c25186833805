-- Empties a scope. Numbers, branches and the writes of threads stay – ids, hashes and times – so
-- that no replay of an old turn brings back what was erased; the scope can be used again.
WITH a AS (DELETE FROM {schema}.relations WHERE scope = %(scope)s),
b AS (DELETE FROM {schema}.mentions WHERE scope = %(scope)s),
c AS (DELETE FROM {schema}.links WHERE scope = %(scope)s),
d AS (DELETE FROM {schema}.evidence WHERE scope = %(scope)s),
e AS (DELETE FROM {schema}.closings WHERE scope = %(scope)s),
f AS (DELETE FROM {schema}.access WHERE scope = %(scope)s),
g AS (DELETE FROM {schema}.item_vectors WHERE scope = %(scope)s),
i AS (DELETE FROM {schema}.term_df WHERE scope = %(scope)s),
h AS (DELETE FROM {schema}.writes WHERE scope = %(scope)s AND tree = 0)
DELETE FROM {schema}.entities WHERE scope = %(scope)s RETURNING id
