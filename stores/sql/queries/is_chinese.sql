coalesce(m.language = 'zh', m.content ~ '[㐀-鿿]')
