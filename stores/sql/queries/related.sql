-- Paths of named relations from an entity, in both directions, over memories the reader can see.
-- No entity comes twice on a path; of a hub only the newest relations are followed.
WITH RECURSIVE h AS MATERIALIZED (
    {view}
), start AS (
    SELECT e.id FROM {schema}.entities e
     WHERE e.scope = %(scope)s AND e.normal_name = %(entity)s
), walk(entity_id, hops, seen, edges) AS (
    SELECT id, 0, ARRAY[id], '[]'::jsonb FROM start
    UNION ALL
    SELECT step.other, w.hops + 1, w.seen || step.other, w.edges || step.edge
      FROM walk w CROSS JOIN h CROSS JOIN LATERAL (
        SELECT CASE WHEN r.source_id = w.entity_id THEN r.target_id ELSE r.source_id END AS other,
               jsonb_build_array(jsonb_build_object(
                   'source', r.source_id, 'name', r.name, 'target', r.target_id,
                   'memory_id', m.id)) AS edge
          FROM {schema}.relations r
          JOIN {schema}.memories m ON m.scope = r.scope AND m.id = r.memory_id
         WHERE r.scope = %(scope)s AND (r.source_id = w.entity_id OR r.target_id = w.entity_id)
           AND (%(names)s::text[] = '{{}}' OR r.name = ANY(%(names)s))
           AND {is_open}
           AND NOT {has_expired}
           AND CASE WHEN r.source_id = w.entity_id THEN r.target_id ELSE r.source_id END
               <> ALL(w.seen)
         ORDER BY m.recorded_at DESC, m.id, r.name LIMIT %(fan_out)s) step
     WHERE w.hops < %(hops)s
), found AS (
    SELECT w.*, row_number() OVER () AS place FROM walk w WHERE w.hops > 0
     ORDER BY w.hops LIMIT %(limit)s
)
SELECT h.tree AS reader_tree, f.hops, e.name AS entity,
       (SELECT jsonb_agg(jsonb_build_object(
                   'source', a.name, 'name', x.edge ->> 'name', 'target', b.name,
                   'memory_id', x.edge ->> 'memory_id') ORDER BY x.place)
          FROM jsonb_array_elements(f.edges) WITH ORDINALITY AS x(edge, place)
          JOIN {schema}.entities a
            ON a.scope = %(scope)s AND a.id = (x.edge ->> 'source')::uuid
          JOIN {schema}.entities b
            ON b.scope = %(scope)s AND b.id = (x.edge ->> 'target')::uuid) AS path
  FROM h LEFT JOIN (found f JOIN {schema}.entities e
                      ON e.scope = %(scope)s AND e.id = f.entity_id) ON true
 ORDER BY f.hops, f.place
