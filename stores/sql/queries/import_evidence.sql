INSERT INTO {schema}.evidence (scope, memory_id, evidence_key, asserted, role, span, confidence,
                               thread_id, message_id, said_at, recorded_at)
SELECT %(scope)s, g.memory_id, g.evidence_key, int8multirange(int8range(g.number, g.number + 1)),
       g.role, g.span, g.confidence, g.thread_id, g.message_id, g.said_at, g.recorded_at
  FROM json_to_recordset(%(rows)s::json) AS g(
       memory_id uuid, evidence_key uuid, number bigint, role text, span text, confidence real,
       thread_id text, message_id text, said_at timestamptz, recorded_at timestamptz)
