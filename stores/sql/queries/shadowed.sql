-- True for an open interval whose fact has a later one that the reader knows of; that can only be
-- when somebody, unseen by the reader, has closed this one.
(NOT isempty(m.closed) AND EXISTS (
    SELECT FROM {schema}.memories n
     WHERE n.scope = m.scope AND n.tier = m.tier AND n.dedupe_key = m.dedupe_key
       AND n.interval_number > m.interval_number AND NOT (n.asserted <@ h.hidden)))
