-- Facts that are open for one reader and not for another, as the first one sees them.
WITH h AS MATERIALIZED (
    SELECT %(shown_to)s::int8multirange AS hidden, %(not_to)s::int8multirange AS elsewhere
)
SELECT {columns}
  FROM h JOIN {schema}.memories m
    ON m.scope = %(scope)s AND {is_open} AND NOT {has_expired}
   AND NOT EXISTS (
        SELECT FROM {schema}.memories o
         WHERE o.scope = m.scope AND o.tier = m.tier AND o.dedupe_key = m.dedupe_key
           AND NOT (o.asserted <@ h.elsewhere) AND o.closed <@ h.elsewhere)
  {closing}
 ORDER BY m.recorded_at, m.position, m.id
