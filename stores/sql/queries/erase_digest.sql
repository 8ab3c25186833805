-- What proves later that just this was erased, to whoever holds the salt.
SELECT count(*) AS rows, coalesce(sum(lexeme_count), 0)::bigint AS lexemes,
       encode(sha256(convert_to(%(salt)s, 'UTF8') || coalesce(string_agg(
           sha256(convert_to(id::text || content, 'UTF8')), ''::bytea ORDER BY id), ''::bytea)),
           'hex') AS digest,
       (SELECT count(*) FROM {schema}.evidence e
         WHERE e.scope = %(scope)s AND (%(everything)s OR e.memory_id = ANY(%(ids)s::uuid[])))
           AS evidence,
       (SELECT count(*) FROM {schema}.links l
         WHERE l.scope = %(scope)s AND (%(everything)s OR l.source_id = ANY(%(ids)s::uuid[])
               OR l.target_id = ANY(%(ids)s::uuid[]))) AS links
  FROM {schema}.memories
 WHERE scope = %(scope)s AND (%(everything)s OR id = ANY(%(ids)s::uuid[]))
