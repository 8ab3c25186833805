-- The indexes of large scopes: which are ready, and which are being made at this moment.
SELECT c.relname AS name, i.indisvalid AND i.indisready AS is_ready,
       EXISTS (SELECT FROM pg_stat_progress_create_index p
                WHERE p.index_relid = c.oid) AS is_being_made,
       pg_relation_size(c.oid) AS bytes
  FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
 WHERE i.indrelid = to_regclass(format('%%I.memories', %(name)s::text))
   AND c.relname ~ '^memories_own_'
 ORDER BY c.relname
