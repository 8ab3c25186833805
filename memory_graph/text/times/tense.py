"""Says whether a sentence looks back, which decides between last and next Wednesday.

Kept simple on purpose: words that plan ("will", "free on", "moved to Friday", 打算, 改到) win
over words of the past ("was", "did", "last", 了, 过, 昨). A request ("remind me", "please", 记得)
plans too, unless it asks for something that was: "remind me what she told me in March". Without
any, the caller's preference stands.
"""

from __future__ import annotations

import re
from functools import cache

from memory_graph.text.times.english_words import MONTH, WEEKDAY
from memory_graph.text.times.spec import Part
from memory_graph.text.times.types import Prefer

# What is moved "to Friday" is still to come, though "was moved" and 改到周五了 look back.
_MOVED = (
    r"\b(?:moved|pushed|postponed|rescheduled|shifted|changed|delayed|switched|brought|put|set"
    r"|scheduled|booked)\b(?:\s+(?!to\b|until\b|till\b|for\b)[\w'’:]+){0,6}?\s+(?:to|until|till|for)\s+"
    rf"(?:the\s+)?(?:this\s+|next\s+)?(?:{WEEKDAY}\b|{MONTH}\s+\d|tomorrow\b|noon\b"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?(?:\s*[ap]\.?m\b|:\d\d|\s+(?:of\s+)?{MONTH}|\s*(?:[.,!?]|$)))"
    "|(?:改|挪|推迟|延期?|延后|提前|调整?|换|移|定|约)(?:成|到|在|至|为)了?"
    r"(?=[周星礼下明后今早上中晚大本这\d一二两三四五六七八九十])"
    "|(?:约|订|定|安排|排)(?:好|上)?了(?=[周星礼下明后今本这大])"
    r"|\b(?:tickets?|table|appointments?|reservations?|rooms?|seats?|slots?)\s+for\b"
)
_AHEAD = (
    r"\bdo\s+(?:i|we)\s+have\b|\bhow\s+(?:many|much|long)\b[^.?!]{0,60}\b(?:until|till)\b"
    r"|\b(?:am|are)\s+(?:i|we)\s+(?:doing|having|meeting|seeing|going|eating|flying|leaving"
    r"|supposed|presenting|travel\w+|visiting|driving)\b"
    r"|\bwhat(?:['’]s|\s+is)\s+(?:on|up|planned|happening|scheduled|due)\b|[离距].{0,12}还[有剩]"
)
_FUTURE = (
    r"\b(?:will|shall|going\s+to|gonna|let['’]?s|plan(?:ning)?\s+to|plans\s+(?:for|on|this|at)"
    r"|must|should|(?:am|are|is|['’][mrs]e?|be)\s+(?:\w+\s+)?(?:free|available)|free\s+(?:on|at)"
    r")\b|['’](?:ll|m\s+(?:\w+\s+)?free|re\s+(?:\w+\s+)?free)\b|将|打算|准备|计划"
    r"|有(?:空|(?:什么|啥|哪些|没有|别的|其他)?安排)|的安排|接下来的?(?:这个?)?(?=[周星礼])"
)
_REQUEST = (
    r"\b(?:remind|(?<!you\s)(?<!i\s)remember|please)\b|(?<![还否])记得|提醒|别忘|不要忘"
    r"|(?<![邀申聘宴])请(?![假客问教])"
)
_PAST = (
    r"\b(?:was|were|did|didn['’]?t|had|ago|yesterday|last(?!\s+\w+\s+(?:of|in)\b)|went|met|saw|been|happened"
    r"|came|ate|bought|took|gave|made|wrote|spoke|talked|discussed|visited|finished"
    r"|moved|joined|graduated|(?<!get\s)started|quit|(?:got|were|was)\s+married|divorced|retired|born|died|broke|caught"
    r"|won(?!['’]t\b))\b|\b(?:i|we|he|she|they)\s+(?:just\s+|also\s+|already\s+|finally\s+|both\s+)?"
    r"(?!(?:book|schedul|plann|arrang|reserv|decid|agre|invit|promis|need|want|offer|hop|remind"
    r"|confirm|mov|chang|register|enroll|enrol|sign|order|ask|postpon|reschedul|suppos|ne|manag|receiv"
    r"|accept|propos|suggest|mention|explain|announc|inform|warn|notic|realis|realiz|email|text)e?d)"
    r"[a-z]{2,18}ed\b"
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

# Words in the clause of a clock time that say which half of the day it is in.
_MORNING = (
    r"\b(?:wake|waking|woke|get(?:ting|s)?\s+up|got\s+up|alarm|breakfast)\b"
    "|闹钟|叫醒|起床|早[饭餐]|晨跑"
)
_WAKING = (
    r"起(?=$|[,，。！!])|起床|起来|叫醒|叫我起|的?闹钟|[吃做]早[饭餐]|晨跑|醒[了来]"
    r"|\b(?:breakfast|alarm)\b"
)
_EVENING = (
    r"\b(?:dinner|supper|bedtime|clos(?:es|ing)|(?:go(?:es)?|going|went)\s+to\s+(?:bed|sleep))\b"
    "|晚[饭餐]|夜宵|聚餐"
)
_LATE = rf"{_EVENING}|睡(?!到)|关门|打烊|下班|就寝"
_IN_CLAUSE = "[^,，。.;；!?！？]"
_BEHIND = r"(?:[^,，。.;；!?！？a-z]{0,6}|\s+for\s+)"


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    found = (f"{_FUTURE}|{_MOVED}|{_AHEAD}", _REQUEST, _PAST, _QUESTION, _TOLD)
    return tuple(re.compile(one, re.IGNORECASE) for one in found)


@cache
def _clauses() -> tuple[re.Pattern[str], ...]:
    before = (f"(?:{words}){_IN_CLAUSE}*$" for words in (_MORNING, _EVENING))
    after = (f"{_BEHIND}(?:{words})" for words in (_WAKING, _LATE))
    return tuple(re.compile(one, re.IGNORECASE) for one in (*before, *after))


def part_told(before: str, after: str) -> Part | None:
    """The part of day that the words beside a clock time tell: getting up, dinner."""
    morning, evening, waking, dining = _clauses()
    if waking.match(after) or morning.search(before):
        return "morning"
    return "evening" if dining.match(after) or evening.search(before) else None


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
