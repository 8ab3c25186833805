-- What was said for the old wording speaks for the new one too.
INSERT INTO {schema}.evidence AS e (scope, memory_id, evidence_key, asserted, role, span,
                                    confidence, thread_id, message_id, said_at, recorded_at)
SELECT scope, %(successor)s::uuid, evidence_key, %(number)s::int8multirange, role, span, confidence,
       thread_id, message_id, said_at, recorded_at
  FROM {schema}.evidence WHERE scope = %(scope)s AND memory_id = %(id)s
ON CONFLICT (scope, memory_id, evidence_key) DO UPDATE SET asserted = e.asserted + excluded.asserted
