-- One page of links, both ends of which are exported.
WITH h AS MATERIALIZED (
    {view}
)
SELECT jsonb_build_object('record', 'link', 'source_id', l.source_id, 'kind', l.kind,
                          'target_id', l.target_id, 'recorded_at', l.recorded_at) AS record
  FROM h JOIN {schema}.links l ON l.scope = %(scope)s AND NOT (l.asserted <@ h.hidden)
   AND (l.source_id, l.kind, l.target_id)
       > (%(after_source)s::uuid, %(after_kind)s, %(after_target)s::uuid)
  JOIN {schema}.memories a ON a.scope = l.scope AND a.id = l.source_id
   AND NOT (a.asserted <@ h.hidden) AND a.recorded_at <= %(until)s
  JOIN {schema}.memories b ON b.scope = l.scope AND b.id = l.target_id
   AND NOT (b.asserted <@ h.hidden) AND b.recorded_at <= %(until)s
 ORDER BY l.source_id, l.kind, l.target_id
 LIMIT %(limit)s
