-- The vector of the question, if the vectors of the scope are of the same embedder and as long; else
-- no row. While vectors are made anew, those of the scopes that are handed over have the new size.
SELECT %(vector)s::halfvec AS vector
  FROM {schema}.scopes WHERE scope = %(scope)s AND embedder = %(embedder)s
   AND coalesce((SELECT (k.value ->> 'dimensions')::int FROM {schema}.meta k
                  WHERE k.key IN ('embedder', 'reembed') AND k.value ->> 'name' = %(embedder)s
                  ORDER BY k.key DESC LIMIT 1) = vector_dims(%(vector)s::halfvec), true)
