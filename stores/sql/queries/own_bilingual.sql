(SELECT k.is_bilingual FROM {schema}.scopes k WHERE k.scope = {scope})
