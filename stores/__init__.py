"""The store: PostgreSQL with pgvector, reached through one background event loop."""
