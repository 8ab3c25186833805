LEFT JOIN LATERAL (
    SELECT x.closed_at, x.valid_to, x.superseded_by FROM {schema}.closings x
     WHERE x.scope = m.scope AND x.memory_id = m.id AND NOT (m.closed <@ h.hidden)
       AND NOT (x.number <@ h.hidden)
     ORDER BY x.closed_at LIMIT 1) c ON true
