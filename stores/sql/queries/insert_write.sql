INSERT INTO {schema}.writes (scope, number, base_key, redo, tree, thread_id, root, nonce,
                             lineage_before, messages, memory_ids, counts, note,
                             committed_at)
VALUES (%(scope)s, %(number)s, %(base_key)s, %(redo)s, %(tree)s, %(thread_id)s, %(root)s,
        %(nonce)s, %(lineage)s::int8multirange, %(messages)s, %(memory_ids)s, %(counts)s,
        %(note)s, %(clock)s)
