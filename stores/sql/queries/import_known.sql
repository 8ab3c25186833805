-- What the scope holds already of the facts, slots, ids and evidence of a chunk.
WITH h AS MATERIALIZED (
    SELECT {schema}.hidden_writes(%(scope)s, NULL, '{{}}', NULL) AS hidden
)
SELECT m.id, m.tier, m.dedupe_key, m.interval_number, isempty(m.closed) AS is_open, m.recorded_at,
       m.valid_from, m.valid_to IS NOT NULL AS is_past, m.attribute, m.value, m.polarity,
       CASE WHEN m.closed <@ h.hidden
             AND NOT (m.asserted <@ h.hidden) THEN m.conflict_key END AS holds,
       ARRAY(SELECT e.evidence_key FROM {schema}.evidence e
              WHERE e.scope = m.scope AND e.memory_id = m.id ORDER BY e.evidence_key) AS evidence,
       ARRAY(SELECT e.recorded_at FROM {schema}.evidence e
              WHERE e.scope = m.scope AND e.memory_id = m.id ORDER BY e.evidence_key) AS told
  FROM h CROSS JOIN {schema}.memories m
 WHERE m.scope = %(scope)s
   AND (m.dedupe_key = ANY(%(keys)s::uuid[]) OR m.conflict_key = ANY(%(slots)s)
        OR m.id = ANY(%(ids)s::uuid[]))
 ORDER BY m.interval_number
