"""Says whether a sentence looks back, which decides between last and next Wednesday.

Kept simple on purpose: words that plan ("will", "remind", 打算, 记得) win over words of the past
("was", "did", "last", 了, 过, 昨). Without either, the caller's preference stands.
"""

from __future__ import annotations

import re
from functools import cache

from memory_graph.text.times.types import Prefer

_FUTURE = (
    r"\b(?:will|shall|going\s+to|gonna|let['’]?s|plan(?:ning)?\s+to|remind|remember|please"
    r"|must|should)\b|['’]ll\b|将|打算|准备|记得|提醒|别忘|不要忘|计划|请"
)
_PAST = (
    r"\b(?:was|were|did|didn['’]?t|had|ago|yesterday|last(?!\s+\w+\s+(?:of|in)\b)|went|met|saw|been|happened"
    r"|came|ate|bought|took|gave|made|wrote|spoke|talked|discussed|visited|finished)\b"
    r"|(?<![除为忘算])了(?!解|不)|(?<![通超不经路难越胜])过(?![来去几两程年节期敏滤\d一二三四五六七八九十])"
    r"|昨|前天|上周|上个|上次|上月|去年|曾|当时|刚"
)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(_FUTURE, re.IGNORECASE), re.compile(_PAST, re.IGNORECASE)


def look(sentence: str, prefer: Prefer) -> Prefer:
    """Which way the sentence looks; ``prefer`` when it does not say."""
    future, past = _patterns()
    if future.search(sentence):
        return "future"
    return "past" if past.search(sentence) else prefer
