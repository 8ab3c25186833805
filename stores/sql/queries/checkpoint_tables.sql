-- Tables of LangGraph's checkpointer, where the session looks for them or in our schema.
SELECT DISTINCT n.nspname AS schema, c.relname AS name
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relname IN ('checkpoints', 'checkpoint_blobs', 'checkpoint_writes')
   AND c.relkind IN ('r', 'p')
   AND (n.nspname = ANY(current_schemas(false)) OR n.nspname = %(own)s)
   AND (SELECT count(*) FROM pg_catalog.pg_attribute a
         WHERE a.attrelid = c.oid AND a.attname IN ('thread_id', 'checkpoint_ns')) = 2
 ORDER BY 1, 2
