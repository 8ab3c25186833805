-- What a tree wrote after a checkpoint, apart from the writes on the checkpoint's own branch.
SELECT (coalesce(range_agg(int8range(number, number + 1)), '{{}}')
        - %(lineage)s::int8multirange)::text AS later
  FROM {schema}.writes
 WHERE scope = %(scope)s AND tree = %(tree)s AND committed_at > %(since)s
