-- Puts the number on every interval of the fact that %(id)s belongs to.
WITH fact AS (
    UPDATE {schema}.memories f
       SET closed = f.closed + %(number)s::int8multirange, version = f.version + 1
      FROM {schema}.memories m
     WHERE m.scope = %(scope)s AND m.id = %(id)s
       AND f.scope = m.scope AND f.tier = m.tier AND f.dedupe_key = m.dedupe_key
    RETURNING f.id
)
INSERT INTO {schema}.closings (scope, memory_id, number, closed_at, valid_to, reason)
SELECT %(scope)s, id, %(write)s, %(clock)s, coalesce(%(valid_to)s, %(clock)s), %(reason)s
  FROM fact
ON CONFLICT (scope, memory_id, number) DO NOTHING
