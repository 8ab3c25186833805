-- Waits for the write under way and holds off the next, to the end of the transaction.
SELECT FROM {schema}.scopes WHERE scope = %(scope)s FOR UPDATE
