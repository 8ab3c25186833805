-- The entities a question names, and those one visible relation away from them.
SELECT q.named, ARRAY(
           SELECT o.normal_name
             FROM {schema}.entities a
             JOIN LATERAL (
                 SELECT r.target_id AS other_id, r.memory_id FROM {schema}.relations r
                  WHERE r.scope = a.scope AND r.source_id = a.id
                 UNION ALL
                 SELECT r.source_id, r.memory_id FROM {schema}.relations r
                  WHERE r.scope = a.scope AND r.target_id = a.id) r ON true
             JOIN {schema}.entities o ON o.scope = a.scope AND o.id = r.other_id
             JOIN {schema}.memories m ON m.scope = a.scope AND m.id = r.memory_id
            WHERE a.scope = %(scope)s AND a.normal_name = ANY(q.named)
              AND o.normal_name <> ALL(q.named) AND o.normal_name <> 'user'
              AND {is_open}
              AND NOT {has_expired}) AS near
  FROM h, (SELECT ARRAY(
      SELECT n.normal_name FROM {schema}.entities n
       WHERE n.scope = %(scope)s AND n.normal_name = ANY(%(names)s)
         AND n.normal_name <> 'user') AS named) q
