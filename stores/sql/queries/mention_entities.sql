-- Mentions of entities by memories; an entity has the name it was first called by.
WITH told AS MATERIALIZED (
    SELECT * FROM unnest(%(normal_names)s::text[], %(names)s::text[], %(memory_ids)s::uuid[])
             WITH ORDINALITY AS t(normal_name, name, memory_id, place)
), entity AS (
    INSERT INTO {schema}.entities AS e (scope, name, normal_name, recorded_at)
    SELECT DISTINCT ON (normal_name) %(scope)s, name, normal_name, %(clock)s::timestamptz
      FROM told ORDER BY normal_name, place
    ON CONFLICT (scope, normal_name) DO UPDATE SET normal_name = e.normal_name
    RETURNING id, normal_name
)
INSERT INTO {schema}.mentions (scope, entity_id, memory_id)
SELECT %(scope)s, e.id, t.memory_id FROM told t JOIN entity e USING (normal_name)
ON CONFLICT DO NOTHING
