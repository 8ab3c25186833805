-- The first vectors of a scope say which embedder all of its vectors are of.
UPDATE {schema}.scopes SET embedder = coalesce(embedder, %(embedder)s)
 WHERE scope = %(scope)s
RETURNING embedder
