-- How much there is to export, and up to when.
WITH h AS MATERIALIZED (
    {view}
)
SELECT h.clock, (SELECT count(*) FROM {schema}.memories m
                  WHERE m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden)
                    AND m.recorded_at <= h.clock) AS memories,
       (SELECT count(*) FROM {schema}.links l
          JOIN {schema}.memories a ON a.scope = l.scope AND a.id = l.source_id
           AND NOT (a.asserted <@ h.hidden) AND a.recorded_at <= h.clock
          JOIN {schema}.memories b ON b.scope = l.scope AND b.id = l.target_id
           AND NOT (b.asserted <@ h.hidden) AND b.recorded_at <= h.clock
         WHERE l.scope = %(scope)s AND NOT (l.asserted <@ h.hidden)) AS links
  FROM h
