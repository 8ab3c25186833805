-- Relations follow while the new version still names both ends.
INSERT INTO {schema}.relations (scope, source_id, name, target_id, memory_id)
SELECT r.scope, r.source_id, r.name, r.target_id, %(successor)s::uuid
  FROM {schema}.relations r
 WHERE r.scope = %(scope)s AND r.memory_id = %(id)s
   AND NOT EXISTS (
        SELECT FROM (VALUES (r.source_id), (r.target_id)) AS named(id)
         WHERE NOT EXISTS (SELECT FROM {schema}.mentions n
                            WHERE n.scope = r.scope AND n.memory_id = %(successor)s::uuid
                              AND n.entity_id = named.id))
ON CONFLICT DO NOTHING
