-- The tree a run writes into: its number, -1 (ask the checkpointer) or NULL (a new one).
SELECT {schema}.own_tree(%(scope)s, %(thread_id)s, %(lineage)s::int8multirange,
                         %(root)s, %(oldest)s) AS tree
