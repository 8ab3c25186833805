-- The new version stands where the old one stood; the same fact is as old and as trusted.
UPDATE {schema}.memories m
   SET created_at = o.created_at, item_key = o.item_key, namespace = o.namespace,
       session_id = o.session_id, position = o.position, thread_id = o.thread_id,
       ttl_minutes = o.ttl_minutes, expires_at = o.expires_at,
       valid_from = CASE WHEN %(same_fact)s THEN o.valid_from ELSE m.valid_from END,
       trust = CASE WHEN %(same_fact)s THEN greatest(o.trust, m.trust) ELSE m.trust END
  FROM {schema}.memories o
 WHERE m.scope = %(scope)s AND m.id = %(successor)s AND o.scope = m.scope AND o.id = %(id)s
