-- Gives a memory the key it was put under, and its time to live.
UPDATE {schema}.memories
   SET item_key = %(key)s, created_at = coalesce(%(created_at)s, created_at),
       ttl_minutes = %(ttl_minutes)s,
       expires_at = clock_timestamp() + %(ttl_minutes)s * interval '1 minute'
 WHERE scope = %(scope)s AND id = %(id)s
