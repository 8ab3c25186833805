WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
        AS g(memory_id uuid, name text, normal_name text)
), entity AS (
    INSERT INTO {schema}.entities AS e (scope, name, normal_name, recorded_at)
    SELECT DISTINCT ON (normal_name) %(scope)s, name, normal_name, %(clock)s::timestamptz
      FROM given ORDER BY normal_name, name
    ON CONFLICT (scope, normal_name) DO UPDATE SET normal_name = e.normal_name
    RETURNING id, normal_name
)
INSERT INTO {schema}.mentions (scope, entity_id, memory_id)
SELECT DISTINCT %(scope)s, entity.id, given.memory_id FROM given JOIN entity USING (normal_name)
ON CONFLICT DO NOTHING
