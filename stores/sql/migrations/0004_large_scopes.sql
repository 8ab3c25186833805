-- Version 4: a large scope has indexes of its own, made by maintenance, and its terms are counted.
-- own_dimensions is NULL without such indexes, 0 when they are there but hold no vectors;
-- is_bilingual says that both Chinese and another language are spoken there.
ALTER TABLE {schema}.scopes ADD COLUMN own_dimensions integer;
ALTER TABLE {schema}.scopes ADD COLUMN counted_rows bigint;
ALTER TABLE {schema}.scopes ADD COLUMN is_bilingual boolean NOT NULL DEFAULT false;
CREATE INDEX scopes_large ON {schema}.scopes (scope) WHERE own_dimensions IS NOT NULL;

CREATE TABLE {schema}.term_df (
    scope text NOT NULL,
    term text COLLATE "C" NOT NULL,
    df integer NOT NULL,
    PRIMARY KEY (scope, term)
);
