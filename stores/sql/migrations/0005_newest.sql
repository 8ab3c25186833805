-- Version 5: the newest memories of a scope are found without looking at all of them.
CREATE INDEX memories_newest ON {schema}.memories (scope, valid_from);
