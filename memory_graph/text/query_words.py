"""The words by which a question shows its kind and whose words it asks for, in both languages."""

from __future__ import annotations

import re
from typing import Literal

QueryKind = Literal["when", "who", "how_many", "preference", "update", "open"]

_KINDS: tuple[tuple[QueryKind, str], ...] = (
    (
        "when",
        r"^\W*(?:(?:since|until|by|from|and|so|but|on|in|at) )?"
        r"(?:when|how long|how recently|(?:what|which) (?:date|day|month|year|time|week))\b"
        r"|\b(?:what|which)(?:['’]?s| is| was| are)? the (?:\w+ )?(?:date|day|time|deadline)\b"
        r"|\b(?:tell me|remind me|know|remember|recall|forgot|wonder|sure|idea) (?:again )?when\b"
        r"|(?:什么|哪个|啥)(?:时候|时间|日期|日子|月份|年份)|何时|几时|多久|多长时间"
        r"|哪(?:一)?(?:天|年|月|日|周)|几(?:月|号|点|日)",
    ),
    ("who", r"\b(?:who|whom|whose|who's)\b|谁|哪位|什么人|哪个人"),
    (
        "how_many",
        r"\bhow (?:many|much|old|often|far|tall|high|big|heavy)\b"
        r"|多少|(?<![很太许])多[大高重远](?=$|[了的啊呀，。？！,.!?\s])"
        r"|几(?:个|次|本|位|只|条|台|岁|人|家|部|遍|张|种)",
    ),
    (
        "preference",
        r"\b(?:favou?rites?|prefers?|preferred|preferences?|enjoys?|likes?|loves?|hates?"
        r"|dislikes?)\b|喜欢|最爱|偏好|偏爱|讨厌|爱(?:吃|喝|看|听|玩)|爱好|口味",
    ),
    (
        "update",
        r"\b(?:still|now|nowadays|currently|current|latest|newest|these days|any ?more"
        r"|changed?)\b|现在|目前|如今|最新|当前|还(?:在|是|住|用)|改(?:成|为|到)",
    ),
)
KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in _KINDS)
_NOW = re.compile(
    r"(?<!from )(?<!until )(?<!till )(?<!just )(?<!by )\bnow\b(?! that\b)"
    r"|\b(?:nowadays|currently|current|latest|newest|these days|any ?more|at the moment)\b"
    r"|\b(?:do|does|is|am|are)\b[^.?!]{0,30}\bstill\b"
    r"|(?<![到至])现在|目前|如今|最新|当前|眼下|还(?:在(?!线)|住|用|喜欢|爱)"
)
_NOW_WORD = re.compile(
    r"\b(?:now|nowadays|currently|current|these days|at the moment)\b|现在|目前|如今|当前|眼下",
    re.IGNORECASE,
)
_COUNTED = "个位本只条台岁人家部遍张种次点号月天年周口层块米斤杯瓶辆套层楼"
_OPENS = (
    r"(?:(?:who|what|when|where|which|why|how)(?:['’]?(?:s|re|d|ll))?|whom|whose|may\s+i"
    r"|(?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|should|shall)(?:n['’]?t)?)\b"
)
_REQUESTS = (
    r"(?:tell|show|give|send)\s+(?:me|us)\b|(?:list|find|recall|summari[sz]e|look\s+up)\b"
    r"|remind\s+me(?:\s+again)?\s+(?:of|about|what|when|where|who|which|how|why|whether)\b"
    r"|i(?:['’]ve)?\s+(?:forg[eo]t(?:ten)?|can(?:['’]?t|not)\s+remember|don['’]?t\s+(?:remember|recall|know)"
    r"|wonder|(?:need|want|would\s+like|['’]?d\s+like)\s+to\s+know)\b(?!\s+to\b)"
)
_REQUESTS_ZH = (
    "(?:请|麻烦|帮我|替我|给我|跟我|能|可以|再|快|你)*"
    "(?:告诉我(?![妈爸哥姐弟妹老的们])|说说|讲讲|列出|列一下|查一下|查查|查找|找一下|找找|搜一下|总结"
    "|回忆一下|[说讲]一下)"
    "|我(?:都|又|已经)?(?:忘(?:了|记了?)(?![去带买把吃关给做交拿写发])|不记得|想不起来?|想知道|想问|不知道)"
)
QUESTION = re.compile(
    rf"[?？]|^\W*(?:(?:and|but|so|or|please|also|hey|hi|ok|okay|well|btw)\b[,\s]*)*(?:{_OPENS}|{_REQUESTS})"
    rf"|^\W*(?:{_REQUESTS_ZH})"
    r"|(?:吗|嗎|呢|么)\s*$|什么|怎么|哪|谁|为什么|为何|是否|是不是|有没有|能不能|会不会"
    rf"|几[{_COUNTED}](?!前|后|来|以|之|月[前后来以之]|半)"
    "|(?<![很太许])多(?:少|久|[大高重远长贵快](?=$|[了的啊呀，。？！,.!?\\s]))"
)
NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot)\b|n't\b"
    r"|不(?!错|过|同|仅|但|如|久)|没|(?<![特区分个级类])别(?!的|人|墅|名)|未(?!来)|从无|毫无"
)

_TELLING = (
    r"recommend\w*|suggest\w*|advis\w+|advice|tell|told|say|said|mention\w*|propos\w+|explain\w*"
    r"|answer\w*|repl(?:y|ied)|introduc\w+|offer\w*|list\w*|describ\w+|teach|taught|gave|give"
    r"|provid\w+|shar\w+|show\w*|promis\w+|warn\w*|help\w*|wr[io]te|written|came up with"
)
_ASSISTANT = re.compile(
    rf"\b(?:you|u)(?:'ve|'d)?(?: (?:have|had|once|just|also|already|previously|ever|earlier|kindly"
    rf"|did|last|first|then|would))* (?:{_TELLING})\b(?! (?:that |you |what )?i\b)"
    rf"|\byour (?:\w+ )?(?:recommendations?|suggestions?|advice|answers?|repl(?:y|ies)|tips?"
    rf"|explanations?|proposals?|ideas?)\b"
    r"|(?<![和跟给向对与同替为找问让请叫])[你您](?:[^我，。？！,?!]{0,8}?)"
    r"(?:推荐|建议|告诉|介绍|教过|教我|教给|提供|提议|说过|说的|讲过|提过|提到|分享|回答|解释|给(?:过)?我|列)"
    r"|(?<![和跟给向对与同替为找问让请叫])[你您](?:的)?(?:建议|推荐|回答|解释|主意|方案)"
)
_BACK = re.compile(
    r"\b(?:she|hers?|he|him|his|they|them|theirs?|it|its|(?:that|this|the other) one)\b"
    r"|^\W*(?:and|but|what about|how about)\b"
    r"|(?<![其吉])他|[她它]|[这那](?:个|位|家|里|边|次|天|本|部|件)|^\W*那|^[^？?]{1,12}呢[？?]?\W*$"
)
_NAMED = re.compile(r"(?<=[a-z,;:] )(?!I\b|I['’])[A-Z]")
_ME = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me|myself|we|our|us)\b|我|咱|俺|本人")


def asks_now(folded: str) -> bool:
    """True when only the present counts: “where do I live now”, 我现在住哪."""
    return _NOW.search(folded) is not None


def without_now(text: str) -> str:
    """The text without “now” and the like, which old statements hold as well as new ones."""
    return _NOW_WORD.sub(lambda found: " " if found[0].isascii() else "", text)


def asks_assistant(folded: str) -> bool:
    """True when the answer lies in what the assistant said: “did you recommend”, 你推荐过."""
    return _ASSISTANT.search(folded) is not None


def leans_back(text: str) -> bool:
    """True when a question needs what was said before it: “when is her birthday”, 那她呢."""
    return _BACK.search(text.casefold()) is not None and _NAMED.search(text) is None


def asks_user(folded: str) -> bool:
    """True when the asker speaks of themselves: “what did I say”, 我说过什么."""
    return _ME.search(folded) is not None
