WITH entity AS (
    INSERT INTO {schema}.entities AS e (scope, name, normal_name, recorded_at)
    VALUES (%(scope)s, %(name)s, %(normal_name)s, %(clock)s)
    ON CONFLICT (scope, normal_name) DO UPDATE SET normal_name = e.normal_name
    RETURNING id
)
INSERT INTO {schema}.mentions (scope, entity_id, memory_id)
SELECT %(scope)s, id, %(memory_id)s FROM entity
ON CONFLICT DO NOTHING
