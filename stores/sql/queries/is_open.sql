-- An open memory, as a reader sees it: asserted, not closed, and no later interval of its fact has
-- been asserted. Where nothing is hidden, which is the common case, that is what nobody has closed,
-- and costs no more.
CASE WHEN isempty({hidden}) THEN isempty(m.closed)
     ELSE NOT (m.asserted <@ {hidden}) AND m.closed <@ {hidden}
          AND (isempty(m.closed) OR NOT {schema}.is_shadowed(
               m.scope, m.tier, m.dedupe_key, m.interval_number, {hidden})) END
