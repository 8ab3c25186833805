-- What the reader sees of a scope and asks for. Where nothing is hidden, which is the common case,
-- that is what nobody has closed, and costs no more.
CASE WHEN isempty({hidden}) THEN isempty(m.closed)
     ELSE NOT (m.asserted <@ {hidden}) AND m.closed <@ {hidden}
          AND (isempty(m.closed) OR NOT {schema}.is_shadowed(
               m.scope, m.tier, m.dedupe_key, m.interval_number, {hidden})) END
AND (m.expires_at IS NULL OR m.expires_at > coalesce(%(as_of)s::timestamptz, now()))
{filters}
