-- Whether this run is alone. Behind a pooler (the connection is then another one than the server's)
-- nothing is asked: there the lock of a session would stay behind.
SELECT pg_backend_pid() <> %(pid)s
       OR pg_try_advisory_lock(hashtextextended('memory_graph maintenance:' || %(name)s, 0)) AS is_alone
