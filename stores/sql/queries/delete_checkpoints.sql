DELETE FROM {table} WHERE thread_id = ANY(%(threads)s)
