-- The rewinds of a tree that stand, and its last turn, in order: what live and void follow from.
SELECT kind, root, after::text AS after, later::text AS later
  FROM {schema}.branch_log l
 WHERE scope = %(scope)s AND tree = %(tree)s AND NOT undone
   AND (kind = 'rewind' OR entry = (
        SELECT max(entry) FROM {schema}.branch_log
         WHERE scope = %(scope)s AND tree = %(tree)s AND kind = 'turn'))
 ORDER BY entry
