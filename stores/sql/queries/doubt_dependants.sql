-- What depends on a closed fact may no longer hold, and neither may what depends on that. A fact
-- is all its intervals; links of branches that the write can't see don't count.
WITH RECURSIVE h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL)
           - %(number)s::int8multirange AS hidden
), fact AS MATERIALIZED (
    SELECT f.id FROM {schema}.memories f
     WHERE f.scope = %(scope)s
       AND (f.tier, f.dedupe_key) = (SELECT m.tier, m.dedupe_key FROM {schema}.memories m
                                      WHERE m.scope = %(scope)s AND m.id = %(id)s)
), shaken(id) AS (
    SELECT id FROM fact
    UNION
    SELECT l.source_id FROM shaken CROSS JOIN h
      JOIN {schema}.links l
        ON l.scope = %(scope)s AND l.target_id = shaken.id AND l.kind = 'depends_on'
       AND NOT (l.asserted <@ h.hidden)
)
UPDATE {schema}.memories m
   SET doubted = m.doubted + %(number)s::int8multirange, version = m.version + 1
 WHERE m.scope = %(scope)s
   AND m.id = ANY(ARRAY(SELECT id FROM shaken EXCEPT SELECT id FROM fact))
