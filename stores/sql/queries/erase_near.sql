-- Turns and other memories that stay and may hold some of the words, and turns of the messages.
SELECT m.id, m.kind, m.content, m.message_id, coalesce(m.speaker, m.role) AS speaker,
       CASE WHEN m.kind = 'turn' AND (m.session_id IS NULL OR m.position IS NULL)
            THEN tsvector_to_array(m.lexemes) END AS stray_terms
  FROM {schema}.memories m
 WHERE m.scope = %(scope)s AND m.id <> ALL(%(ids)s::uuid[])
   AND (%(all_rows)s OR m.lexemes @@ %(words)s::tsquery OR m.message_id = ANY(%(messages)s))
 ORDER BY m.id
