-- Takes back maintain_settings.
SELECT set_config(s.name, s.reset_val, false)
  FROM pg_catalog.pg_settings s
 WHERE s.name IN ('maintenance_work_mem', 'max_parallel_maintenance_workers', 'lock_timeout',
                  'statement_timeout', 'transaction_timeout') AND pg_backend_pid() = %(pid)s
