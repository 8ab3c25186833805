-- Puts the number on every interval of the fact that %(id)s belongs to. The fact is told first: joined
-- with its intervals, a scope that the statistics don't know yet would be read for each of its rows.
WITH fact AS (
    UPDATE {schema}.memories f
       SET closed = f.closed + %(number)s::int8multirange, version = f.version + 1
     WHERE f.scope = %(scope)s
       AND (f.tier, f.dedupe_key) = (SELECT m.tier, m.dedupe_key FROM {schema}.memories m
                                      WHERE m.scope = %(scope)s AND m.id = %(id)s)
    RETURNING f.id
)
INSERT INTO {schema}.closings (scope, memory_id, number, closed_at, valid_to, reason)
SELECT %(scope)s, id, %(write)s, %(clock)s, coalesce(%(valid_to)s, %(clock)s), %(reason)s
  FROM fact
ON CONFLICT (scope, memory_id, number) DO NOTHING
