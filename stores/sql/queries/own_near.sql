CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {schema}.memories
 USING hnsw ((embedding::halfvec({size})) halfvec_cosine_ops)
 WHERE scope = {scope} AND vector_dims(embedding) = {size}
