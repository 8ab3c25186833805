-- Hands a scope over to another embedder, and forgets the vectors of the one before it, and those of
-- another size. From here on whoever has vectors of another one neither stores nor compares them here.
WITH taken AS (
    UPDATE {schema}.scopes SET embedder = %(embedder)s
     WHERE scope = %(scope)s AND embedder IS DISTINCT FROM %(embedder)s
    RETURNING scope
), further AS (
    UPDATE {schema}.item_vectors v SET embedding = NULL
     WHERE v.scope = %(scope)s
       AND (EXISTS (SELECT FROM taken) OR vector_dims(v.embedding) <> %(size)s)
)
UPDATE {schema}.memories m SET embedding = NULL
 WHERE m.scope = %(scope)s AND m.embedding IS NOT NULL
   AND (EXISTS (SELECT FROM taken) OR vector_dims(m.embedding) <> %(size)s)
