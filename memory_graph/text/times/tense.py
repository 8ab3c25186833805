"""Says whether a sentence looks back, which decides between last and next Wednesday.

Kept simple on purpose: words that plan ("will", "free on", 打算, 有空) win over words of the past
("was", "did", "last", 了, 过, 昨). A request ("remind me", "please", 记得) plans too, unless it
asks for something that was: "remind me what she told me in March". Without any, the caller's
preference stands.
"""

from __future__ import annotations

import re
from functools import cache

from memory_graph.text.times.types import Prefer

_FUTURE = (
    r"\b(?:will|shall|going\s+to|gonna|let['’]?s|plan(?:ning)?\s+to|plans\s+(?:for|on|this|at)"
    r"|must|should|(?:am|are|is|['’][mrs]e?|be)\s+(?:\w+\s+)?(?:free|available)|free\s+(?:on|at)"
    r")\b|['’](?:ll|m\s+(?:\w+\s+)?free|re\s+(?:\w+\s+)?free)\b|将|打算|准备|计划"
    r"|有(?:空|(?:什么|啥|哪些|没有|别的|其他)?安排)|的安排"
)
_REQUEST = (
    r"\b(?:remind|(?<!you\s)(?<!i\s)remember|please)\b|(?<![还否])记得|提醒|别忘|不要忘"
    r"|(?<![邀申聘宴])请(?![假客问教])"
)
_PAST = (
    r"\b(?:was|were|did|didn['’]?t|had|ago|yesterday|last(?!\s+\w+\s+(?:of|in)\b)|went|met|saw|been|happened"
    r"|came|ate|bought|took|gave|made|wrote|spoke|talked|discussed|visited|finished)\b"
    r"|(?<![除为忘算])了(?!解|不)|(?<![通超不经路难越胜])过(?![来去几两程年节期敏滤\d一二三四五六七八九十])"
    r"|昨|前天|上周|上个|上次|上月|去年|曾|当时|刚"
)
_QUESTION = (
    r"\b(?:what|when|where|who|whom|whose|which|how|why|if|whether)\b(?!\s+to\b)"
    r"|什么|啥|哪|谁|几|怎么|多少|为何|是否|有没有|吗"
)
_TOLD = (
    r"\b(?:said|told|sent|paid|knew|left|lost|chose|got)\b"
    r"|(?<!\bis\s)(?<!\bare\s)(?<!\bbe\s)\b\w{3,20}ed\b"
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = (_FUTURE, _REQUEST, _PAST, _QUESTION, _TOLD)
    return tuple(re.compile(one, re.IGNORECASE) for one in found)


def look(sentence: str, prefer: Prefer) -> Prefer:
    """Which way the sentence looks; ``prefer`` when it does not say."""
    future, request, past, question, told = _patterns()
    if future.search(sentence):
        return "future"
    looks_back = past.search(sentence) is not None
    if not request.search(sentence):
        return "past" if looks_back else prefer
    asked = question.search(sentence)
    wants = asked is not None and (looks_back or told.search(sentence, asked.end()) is not None)
    return "past" if wants else "future"
