-- Whether a thread has written anything into a scope.
SELECT EXISTS (SELECT FROM {schema}.trees t
                WHERE t.scope = %(scope)s AND t.thread_id = %(thread_id)s) AS written
