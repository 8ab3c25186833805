-- A further arm of recall_large.
UNION ALL
(SELECT t.id, t.session_id, t.position
   FROM (SELECT m.id, m.session_id, m.position, m.valid_from, {period} AS period
           FROM {schema}.memories m
          WHERE m.scope = {scope} AND {visible}
            AND coalesce(m.event_from, m.valid_from) >= %({since})s::timestamptz - interval '31 days'
            AND coalesce(m.event_from, m.valid_from)
                < greatest(%({until})s::timestamptz, %({after})s::timestamptz)
          ORDER BY coalesce(m.event_from, m.valid_from) DESC LIMIT %(budget)s) t
  WHERE t.period > 0.5 ORDER BY t.period DESC, t.valid_from DESC LIMIT %(pool)s)
