SELECT pg_advisory_unlock(hashtextextended('memory_graph maintenance:' || %(name)s, 0))
 WHERE pg_backend_pid() = %(pid)s
