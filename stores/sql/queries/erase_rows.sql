-- Removes the memories; what hangs on them goes by cascade. Gives the entities they mentioned.
WITH named AS (
    SELECT DISTINCT entity_id FROM {schema}.mentions
     WHERE scope = %(scope)s AND memory_id = ANY(%(ids)s::uuid[])
), words AS (
    -- A count that many memories share tells nothing of one.
    DELETE FROM {schema}.term_df f
     USING (SELECT DISTINCT unnest(tsvector_to_array(m.lexemes)) AS term FROM {schema}.memories m
             WHERE m.scope = %(scope)s AND m.id = ANY(%(ids)s::uuid[])
               AND EXISTS (SELECT FROM {schema}.term_df t WHERE t.scope = %(scope)s)) w
     WHERE f.scope = %(scope)s AND f.term = w.term AND f.df <= 100
), gone AS (
    DELETE FROM {schema}.memories WHERE scope = %(scope)s AND id = ANY(%(ids)s::uuid[])
)
SELECT coalesce(array_agg(entity_id), '{{}}') AS entities FROM named
