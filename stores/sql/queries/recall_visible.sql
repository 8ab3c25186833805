-- What the reader sees of a scope and asks for.
{is_open}
AND NOT {has_expired}
{filters}
