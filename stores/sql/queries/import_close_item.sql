-- Closes the open version of an item that a newer, imported one replaces; that version alone.
WITH closed AS (
    UPDATE {schema}.memories
       SET closed = closed + %(number)s::int8multirange, version = version + 1
     WHERE scope = %(scope)s AND id = %(id)s
    RETURNING id
)
INSERT INTO {schema}.closings (scope, memory_id, number, closed_at, valid_to, superseded_by, reason)
SELECT %(scope)s, id, %(write)s, %(clock)s, %(clock)s, %(successor)s, 'import' FROM closed
