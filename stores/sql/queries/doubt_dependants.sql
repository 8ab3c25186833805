-- What depends on a closed fact may no longer hold, and neither may what depends on that. A fact
-- is all its intervals; links of branches that the write can't see don't count.
WITH RECURSIVE h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL)
           - %(number)s::int8multirange AS hidden
), shaken(id) AS (
    SELECT f.id FROM {schema}.memories m
      JOIN {schema}.memories f
        ON f.scope = m.scope AND f.tier = m.tier AND f.dedupe_key = m.dedupe_key
     WHERE m.scope = %(scope)s AND m.id = %(id)s
    UNION
    SELECT l.source_id FROM shaken CROSS JOIN h
      JOIN {schema}.links l
        ON l.scope = %(scope)s AND l.target_id = shaken.id AND l.kind = 'depends_on'
       AND NOT (l.asserted <@ h.hidden)
)
UPDATE {schema}.memories m
   SET doubted = m.doubted + %(number)s::int8multirange, version = m.version + 1
  FROM shaken, {schema}.memories o
 WHERE m.scope = %(scope)s AND m.id = shaken.id
   AND o.scope = %(scope)s AND o.id = %(id)s AND (m.tier, m.dedupe_key) <> (o.tier, o.dedupe_key)
