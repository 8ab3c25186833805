-- Pointers to what is gone, and the scripts' writes of nothing else: the same may be told anew.
WITH pointers AS (
    UPDATE {schema}.closings SET superseded_by = NULL
     WHERE scope = %(scope)s AND superseded_by = ANY(%(ids)s::uuid[])
)
DELETE FROM {schema}.writes w
 WHERE w.scope = %(scope)s AND w.tree = 0
   AND EXISTS (SELECT FROM jsonb_array_elements_text(w.memory_ids) AS i(id)
                WHERE i.id = ANY(%(ids)s::uuid[]::text[]))
   AND NOT EXISTS (SELECT FROM jsonb_array_elements_text(w.memory_ids) AS i(id)
                     JOIN {schema}.memories m ON m.scope = w.scope AND m.id::text = i.id)
