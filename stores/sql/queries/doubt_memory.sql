UPDATE {schema}.memories
   SET doubted = doubted + %(number)s::int8multirange, version = version + 1
 WHERE scope = %(scope)s AND id = %(id)s
