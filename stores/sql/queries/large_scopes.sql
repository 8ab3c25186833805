-- The scopes that have indexes of their own.
SELECT scope, own_dimensions FROM {schema}.scopes WHERE own_dimensions IS NOT NULL
