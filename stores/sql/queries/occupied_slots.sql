-- Visible memories that speak of one of the slots of single-valued facts.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.conflict_key, m.attribute, m.value, m.polarity
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s AND m.conflict_key = ANY(%(slots)s)
   AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
