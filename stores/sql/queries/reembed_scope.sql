-- Hands a scope over to another embedder, and forgets the vectors of the one before it. From here on
-- whoever has vectors of another one neither stores nor compares them here.
WITH taken AS (
    UPDATE {schema}.scopes SET embedder = %(embedder)s
     WHERE scope = %(scope)s AND embedder IS DISTINCT FROM %(embedder)s
    RETURNING scope
), further AS (
    UPDATE {schema}.item_vectors v SET embedding = NULL FROM taken WHERE v.scope = taken.scope
)
UPDATE {schema}.memories m SET embedding = NULL
  FROM taken WHERE m.scope = taken.scope AND m.embedding IS NOT NULL
