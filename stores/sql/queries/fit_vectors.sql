-- The first vectors of a scope say which embedder all of its vectors are of; see lock_scope for size.
UPDATE {schema}.scopes s SET embedder = coalesce(s.embedder, %(embedder)s)
 WHERE s.scope = %(scope)s
RETURNING s.embedder, coalesce((
    SELECT (k.value ->> 'dimensions')::int FROM {schema}.meta k
     WHERE k.key IN ('embedder', 'reembed') AND k.value ->> 'name' = s.embedder
     ORDER BY k.key DESC LIMIT 1), 0) AS size
