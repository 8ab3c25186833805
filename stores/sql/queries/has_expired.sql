-- A memory whose time to live is over for the reader; no row says so, so every reader has to ask.
(m.expires_at IS NOT NULL AND m.expires_at <= coalesce(%(as_of)s::timestamptz, now()))
