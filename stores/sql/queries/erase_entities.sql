-- Removes entities that nobody mentions any more.
DELETE FROM {schema}.entities e
 WHERE e.scope = %(scope)s AND e.id = ANY(%(entities)s::uuid[])
   AND NOT EXISTS (SELECT FROM {schema}.mentions n
                    WHERE n.scope = e.scope AND n.entity_id = e.id)
RETURNING e.id
