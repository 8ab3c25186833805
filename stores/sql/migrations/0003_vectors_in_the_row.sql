-- Version 3: vectors and lexemes stay in the row, as every recall of a scope reads them; only what is
-- longer than a page is moved out of it.
ALTER TABLE {schema}.memories ALTER COLUMN embedding SET STORAGE MAIN;
ALTER TABLE {schema}.memories SET (toast_tuple_target = 8160);
