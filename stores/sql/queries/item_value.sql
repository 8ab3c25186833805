CASE WHEN m.tier = 'item' THEN m.data ELSE m.data || jsonb_strip_nulls(jsonb_build_object(
    'content', m.content, 'kind', m.kind, 'subject', m.subject, 'attribute', m.attribute,
    'value', m.value, 'cardinality', nullif(m.cardinality, 'many'),
    'polarity', nullif(m.polarity, true), 'event_from', m.event_from, 'event_to', m.event_to,
    'event_words', m.event_words, 'importance', round(m.importance::numeric, 4),
    'confidence', round(m.confidence::numeric, 4),
    'sensitivity', nullif(m.sensitivity, 'none'), 'language', m.language,
    'entities', nullif(to_jsonb(m.entities), '[]'))) END
