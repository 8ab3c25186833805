-- Takes the scope's lock until the end of the transaction and moves its clock on. Tells what the
-- scope's vectors are of, and how long; 0 for one that the schema does not know.
INSERT INTO {schema}.scopes AS s (scope) VALUES (%(scope)s)
ON CONFLICT (scope) DO UPDATE
   SET clock = greatest(clock_timestamp(), s.clock + interval '1 microsecond')
RETURNING clock, embedder, coalesce((
    SELECT (k.value ->> 'dimensions')::int FROM {schema}.meta k
     WHERE k.key IN ('embedder', 'reembed') AND k.value ->> 'name' = s.embedder
     ORDER BY k.key DESC LIMIT 1), 0) AS size
