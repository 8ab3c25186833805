-- A lineage without the writes of its thread that cover none but these messages, said again now.
SELECT (%(lineage)s::int8multirange
        - coalesce(range_agg(int8range(w.number, w.number + 1)), '{{}}'))::text AS lineage
  FROM {schema}.writes w
 WHERE w.scope = %(scope)s AND w.thread_id = %(thread_id)s
   AND w.number >= lower(%(lineage)s::int8multirange)
   AND w.number < upper(%(lineage)s::int8multirange)
   AND w.number <@ %(lineage)s::int8multirange
   AND w.messages -> 0 ->> 'id' = ANY(%(ids)s::text[])
   AND NOT EXISTS (SELECT FROM jsonb_array_elements(w.messages) one
                    WHERE NOT one ->> 'id' = ANY(%(ids)s::text[]))
