-- Removes the memories; what hangs on them goes by cascade. Gives the entities they mentioned.
WITH named AS (
    SELECT DISTINCT entity_id FROM {schema}.mentions
     WHERE scope = %(scope)s AND memory_id = ANY(%(ids)s::uuid[])
), gone AS (
    DELETE FROM {schema}.memories WHERE scope = %(scope)s AND id = ANY(%(ids)s::uuid[])
)
SELECT coalesce(array_agg(entity_id), '{{}}') AS entities FROM named
