-- Version 2: each scope says which embedder its vectors were made with, so that vectors of two
-- models are never compared while they are made anew, scope by scope.
ALTER TABLE {schema}.scopes ADD COLUMN embedder text;
UPDATE {schema}.scopes
   SET embedder = (SELECT value ->> 'name' FROM {schema}.meta WHERE key = 'embedder');
-- NULL: to be made anew.
ALTER TABLE {schema}.item_vectors ALTER COLUMN embedding DROP NOT NULL;
