-- What suits our statements, on a connection of our own: one plan for all their parameters, since
-- making that of a recall takes half as long as running it, and no compiling; and times and strings
-- as the driver and our functions read them, whatever the role prefers. A pooler shows a process id
-- that is not the server's; through it the settings would be left to others.
SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false),
       set_config('datestyle', 'ISO', false),
       set_config('standard_conforming_strings', 'on', false)
 WHERE pg_backend_pid() = %(process_id)s
