-- The vector index of a large scope goes on until enough rows have passed the filters.
SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('hnsw.ef_search', %(nearest)s, true),
       set_config('hnsw.max_scan_tuples', '40000', true)
