-- Threads that belong to other scopes alone.
SELECT DISTINCT t.thread_id FROM {schema}.trees t
 WHERE t.thread_id = ANY(%(threads)s) AND t.scope <> %(scope)s
   AND NOT EXISTS (SELECT FROM {schema}.trees o
                    WHERE o.scope = %(scope)s AND o.thread_id = t.thread_id)
