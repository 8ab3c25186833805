-- What depends on a closed fact may no longer hold.
UPDATE {schema}.memories m
   SET doubted = m.doubted + %(number)s::int8multirange, version = m.version + 1
  FROM {schema}.links l
 WHERE l.scope = %(scope)s AND l.target_id = %(id)s AND l.kind = 'depends_on'
   AND m.scope = l.scope AND m.id = l.source_id
