-- The live view of each scope.
SELECT s.scope, {schema}.hidden_writes(s.scope, NULL, '{{}}', NULL) AS hidden FROM {scopes}
