-- How many open memories of a scope have a vector, and how many of these are Chinese.
SELECT count(*) AS every, count(*) FILTER (WHERE {is_chinese}) AS chinese
  FROM {schema}.memories m
 WHERE m.scope = %(scope)s AND isempty(m.closed) AND m.embedding IS NOT NULL
