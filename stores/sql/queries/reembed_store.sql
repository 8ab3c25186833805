-- The vectors of some memories, and of the further fields of items.
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(rows)s::json)
        AS g(id uuid, ordinal integer, embedding text)
), further AS (
    UPDATE {schema}.item_vectors v SET embedding = g.embedding::halfvec
      FROM given g
     WHERE v.scope = %(scope)s AND v.memory_id = g.id AND v.ordinal = g.ordinal AND g.ordinal > 0
)
UPDATE {schema}.memories m SET embedding = g.embedding::halfvec
  FROM given g WHERE m.scope = %(scope)s AND m.id = g.id AND g.ordinal = 0
