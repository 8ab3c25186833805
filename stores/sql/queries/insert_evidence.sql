INSERT INTO {schema}.evidence AS e (scope, memory_id, evidence_key, asserted, role, span,
                                    confidence, thread_id, message_id, said_at, recorded_at)
VALUES (%(scope)s, %(memory_id)s, %(evidence_key)s, %(number)s::int8multirange, %(role)s,
        %(span)s, %(confidence)s, %(thread_id)s, %(message_id)s, %(said_at)s, %(clock)s)
ON CONFLICT (scope, memory_id, evidence_key)
DO UPDATE SET asserted = e.asserted + excluded.asserted
