"""SQL text: the schema, its migrations and the named queries."""
