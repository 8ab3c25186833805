-- Holds off other writes of the scope until the end of the transaction; its clock stands still.
SELECT embedder IS NOT DISTINCT FROM %(embedder)s AS is_taken,
       (SELECT value ->> 'name' FROM {schema}.meta WHERE key = 'reembed') AS wanted
  FROM {schema}.scopes WHERE scope = %(scope)s FOR UPDATE
