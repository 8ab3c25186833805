-- What the live view hides.
SELECT {schema}.hidden_writes(%(scope)s, NULL, '{{}}', NULL)::text AS hidden
