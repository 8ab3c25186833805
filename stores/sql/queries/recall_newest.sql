-- So many memories of a scope as there is time for, the newest.
m.scope = %(scope)s AND m.id = ANY (ARRAY(
    SELECT n.id FROM {schema}.memories n
     WHERE n.scope = %(scope)s
       AND n.valid_from <= coalesce(%(as_of)s::timestamptz, 'infinity')
     ORDER BY n.valid_from DESC LIMIT %(newest)s))
