-- How much there is to export, and up to when: now, or later where memories came from a server whose
-- clock is ahead.
WITH h AS MATERIALIZED (
    {view}
), u AS MATERIALIZED (
    SELECT greatest(
               (SELECT clock FROM h),
               (SELECT max(m.recorded_at) FROM {schema}.memories m WHERE m.scope = %(scope)s),
               (SELECT max(c.closed_at) FROM {schema}.closings c WHERE c.scope = %(scope)s)
           ) AS until
)
SELECT u.until AS clock,
       (SELECT count(*) FROM {schema}.memories m
         WHERE m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden)
           AND m.recorded_at <= u.until) AS memories,
       (SELECT count(*) FROM {schema}.links l
          JOIN {schema}.memories a ON a.scope = l.scope AND a.id = l.source_id
           AND NOT (a.asserted <@ h.hidden) AND a.recorded_at <= u.until
          JOIN {schema}.memories b ON b.scope = l.scope AND b.id = l.target_id
           AND NOT (b.asserted <@ h.hidden) AND b.recorded_at <= u.until
         WHERE l.scope = %(scope)s AND NOT (l.asserted <@ h.hidden)) AS links
  FROM h CROSS JOIN u
