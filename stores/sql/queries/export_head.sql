-- How much there is to export, and up to when.
WITH h AS MATERIALIZED (
    {view}
)
SELECT h.clock, (SELECT count(*) FROM {schema}.memories m
                  WHERE m.scope = %(scope)s AND NOT (m.asserted <@ h.hidden)
                    AND m.recorded_at <= h.clock) AS memories
  FROM h
