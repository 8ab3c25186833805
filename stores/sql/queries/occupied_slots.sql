-- Visible memories that speak of one of the slots of single-valued facts.
SELECT m.id, m.conflict_key, m.attribute, m.value, m.polarity
  FROM {schema}.memories m,
       (SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL)
               AS hidden) h
 WHERE m.scope = %(scope)s AND m.conflict_key = ANY(%(slots)s)
   AND NOT (m.asserted <@ h.hidden) AND m.closed <@ h.hidden
