-- Named relations between entities that are stored already. The scope travels with the rows; see
-- assert_memories.
WITH told AS MATERIALIZED (
    SELECT %(scope)s::text AS scope, t.*
      FROM unnest(%(sources)s::text[], %(names)s::text[], %(targets)s::text[],
                  %(memory_ids)s::uuid[]) AS t(source, name, target, memory_id)
)
INSERT INTO {schema}.relations (scope, source_id, name, target_id, memory_id)
SELECT t.scope, a.id, t.name, b.id, t.memory_id
  FROM told t
  JOIN {schema}.entities a ON a.scope = t.scope AND a.normal_name = t.source
  JOIN {schema}.entities b ON b.scope = t.scope AND b.normal_name = t.target
ON CONFLICT DO NOTHING
