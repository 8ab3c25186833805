-- Visible memories that speak of one of the slots of single-valued facts, as a plan sees them: an
-- interval that a later one stands for holds no slot, nor does what has expired.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, %(tree)s, %(lineage)s::int8multirange, NULL) AS hidden
)
SELECT m.id, m.conflict_key, m.attribute, m.value, m.polarity
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s AND m.conflict_key = ANY(%(slots)s)
   AND {is_open}
   AND (m.expires_at IS NULL OR m.expires_at > now())
