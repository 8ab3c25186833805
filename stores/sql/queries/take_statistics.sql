ANALYZE {schema}.memories, {schema}.evidence, {schema}.closings, {schema}.links, {schema}.entities,
        {schema}.mentions, {schema}.relations, {schema}.trees, {schema}.writes, {schema}.branch_log
