UPDATE {schema}.evidence e SET span = g.span
  FROM json_to_recordset(%(rows)s::json) AS g(memory_id uuid, evidence_key uuid, span text)
 WHERE e.scope = %(scope)s AND e.memory_id = g.memory_id AND e.evidence_key = g.evidence_key
