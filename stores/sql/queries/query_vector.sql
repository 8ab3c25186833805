-- The vector of the question, if the vectors of the scope are of the same embedder; else no row.
SELECT %(vector)s::halfvec AS vector
  FROM {schema}.scopes WHERE scope = %(scope)s AND embedder = %(embedder)s
