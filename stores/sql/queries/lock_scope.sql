-- Takes the scope's lock until the end of the transaction and moves its clock on.
INSERT INTO {schema}.scopes AS s (scope) VALUES (%(scope)s)
ON CONFLICT (scope) DO UPDATE
   SET clock = greatest(clock_timestamp(), s.clock + interval '1 microsecond')
RETURNING clock, embedder
