-- What the reader sees of a scope and asks for.
{is_open}
AND (m.expires_at IS NULL OR m.expires_at > coalesce(%(as_of)s::timestamptz, now()))
{filters}
