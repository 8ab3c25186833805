-- Of several visible intervals the highest counts; an interval nobody has closed is the highest.
NOT (m.asserted <@ reader.hidden) AND m.closed <@ reader.hidden
AND (m.expires_at IS NULL OR m.expires_at > now())
AND (isempty(m.closed) OR NOT EXISTS (
    SELECT FROM {schema}.memories later
     WHERE later.scope = m.scope AND later.tier = m.tier AND later.dedupe_key = m.dedupe_key
       AND later.interval_number > m.interval_number
       AND NOT (later.asserted <@ reader.hidden) AND later.closed <@ reader.hidden))
