-- Successors that were merged with what was there, or are no part of the export.
UPDATE {schema}.closings c
   SET superseded_by = (SELECT g.target FROM json_to_recordset(%(rows)s::json)
                            AS g(source uuid, target uuid) WHERE g.source = c.superseded_by)
 WHERE c.scope = %(scope)s AND c.superseded_by IS NOT NULL
   AND NOT EXISTS (SELECT FROM {schema}.memories m
                    WHERE m.scope = c.scope AND m.id = c.superseded_by)
