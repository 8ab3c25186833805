-- Time and memory enough to make an index, and no helpers: several would need that much of shared
-- memory, which containers are short of. Behind a pooler the settings would stay with others.
SELECT set_config(s.name, CASE s.name WHEN 'maintenance_work_mem'
                  THEN greatest(s.setting::bigint, %(memory)s) || 'kB' ELSE '0' END, false)
  FROM pg_catalog.pg_settings s
 WHERE s.name IN ('maintenance_work_mem', 'max_parallel_maintenance_workers', 'lock_timeout',
                  'statement_timeout', 'transaction_timeout') AND pg_backend_pid() = %(pid)s
