"""Says which attribute a question or a topic is about, in either language."""

from __future__ import annotations

import re
from functools import cache

from memory_graph.offline.lexicon import relation_id, relation_words
from memory_graph.offline.topics_daily import DAILY
from memory_graph.types import Language

_ASKED: dict[str, dict[Language, str]] = {
    "preferred_name": {
        "en": r"\bcall me\b|\bmy nickname\b",
        "zh": r"(?:怎么|如何)?称呼我|叫我什么|我的昵称",
    },
    "name": {
        "en": r"\bmy (?:full |first )?name\b|who am i\b|what am i called",
        "zh": r"我(?:是)?叫(?:什么|啥)|我的?(?:名字|姓名)|我是谁",
    },
    "surname": {
        "en": r"\bmy (?:surname|last name|family name)\b",
        "zh": r"我姓(?:什么|啥)|我的姓(?!名)|我贵姓",
    },
    "lives_in": {
        "en": (
            r"where (?:do|am|are) (?:i|we) (?:currently |now )?(?:live|living|based|"
            r"reside)|(?:my|which|what) (?:home ?)?(?:city|town|home)\b|do i live\b|"
            r"where i live|my home"
        ),
        "zh": (
            r"我(?:现在|目前)?(?:住|家)(?:在)?(?:哪|什么)|我(?:住|在)的?(?:城市|"
            r"地方)|我的?(?:住处|城市|住的地方|居住地)|我住在"
        ),
    },
    "from": {
        "en": r"where (?:am i|do i come) from|my hometown",
        "zh": r"我(?:是)?(?:哪里|哪儿|什么地方)的?人|我来自|我的?(?:老家|家乡|籍贯)",
    },
    "job": {
        "en": (
            r"what (?:do|am) i (?:do|work)\b(?! at| for)|\bmy (?:job|occupation|profession)\b|"
            r"what(?:'s| is) my work|do i do for (?:a )?(?:living|work)"
        ),
        "zh": r"我(?:是)?(?:做|干)(?:什么|啥)|我的?(?:工作|职业|职位|岗位)|我从事",
    },
    "employer": {
        "en": (
            r"where (?:do|am) i (?:work|working|employed)|who (?:do|am) i (?:work|"
            r"working) for|\bmy (?:employer|company)\b|which company"
        ),
        "zh": (
            r"我(?:现在|目前)?在(?:哪|什么)(?:里|儿|家|个)?(?:公司|单位|地方)?(?:工作|"
            r"上班|任职)|我的?(?:公司|单位|雇主)|哪家公司"
        ),
    },
    "birthday": {
        "en": r"\bmy birthday\b|when was i born",
        "zh": r"我的?生日|我(?:是)?(?:什么时候|哪天|哪年)(?:出生|生)",
    },
    "age": {"en": r"how old am i|\bmy age\b", "zh": r"我(?:今年)?(?:多大|几岁)|我的?年龄"},
    "allergy:": {"en": r"\ballerg", "zh": r"过敏"},
    "blood_type": {"en": r"\bblood (?:type|group)", "zh": r"血型"},
    "health:": {"en": r"\bmy (?:health|illness|condition)", "zh": r"我的?(?:健康|病|身体)"},
    "phone": {"en": r"\bmy (?:phone|mobile|cell)", "zh": r"我的?(?:手机|电话|联系方式)"},
    "email": {"en": r"\bmy e-?mail", "zh": r"我的?(?:电子)?(?:邮箱|邮件)"},
    "address": {"en": r"\bmy address", "zh": r"我的?(?:地址|住址)"},
    "preference:meeting_time": {
        "en": (
            r"(?:when|what time|which).*\b(?:meet|meetings)\b|\bmeetings? (?:time|"
            r"hour)|(?:before|after|at|in the) .*\bmeetings?|meetings? (?:before|"
            r"after|at|in)\b|morning meetings|afternoon meetings"
        ),
        "zh": (
            r"(?:几点|什么时候|什么时间|上午|下午|早上|时候).{0,6}开会|开会.{0,6}(?:时间|"
            r"偏好|喜好|几点)|会议时间"
        ),
    },
    "technology:database": {"en": r"\b(?:database|db)\b", "zh": r"数据库"},
    "technology:": {"en": r"\b(?:stack|technology)\b", "zh": r"技术栈"},
    "team": {
        "en": r"\b(?:which|what) team\b|\bmy team\b",
        "zh": r"哪个?(?:队|组|团队|部门)|我的?(?:团队|部门)",
    },
    "thing:commute": {"en": r"\bcommute\b|get to work", "zh": r"(?:怎么|如何)(?:上班|通勤)|通勤"},
    "diet": {"en": r"\bam i (?:a )?(?:vegan|vegetarian)|\bmy diet", "zh": r"吃素|素食|饮食"},
    "speaks": {
        "en": r"\blanguages? (?:do|can) i|\bmy languages",
        "zh": r"(?:会说?|会讲|说)(?:什么|哪些|几种)(?:语言|话|外语)?",
    },
}


@cache
def _table(language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    every = (*DAILY.items(), *_ASKED.items())
    pairs = [(key, re.compile("(?i)" + by[language])) for key, by in every]
    return tuple(pairs)


def attribute_of(text: str, language: Language) -> tuple[str | None, str | None]:
    """Return the attribute a text is about, with its value if it names one; else (None, None)."""
    relation = _relation(text, language)
    if relation is not None:
        return relation, None
    for key, pattern in _table(language):
        if pattern.search(text):
            return key, None
    return None, None


def asked_of(text: str, language: Language) -> tuple[str | None, str | None]:
    """Return whose attribute is asked for, as a relation id, and which; None where not shown.

    "When is my sister's birthday?" gives ``sister`` and ``birthday``.
    """
    words = relation_words(language)
    if language == "zh":
        pattern = rf"我(?:的|家里?的?|们的?)?(?P<rel>{words})(?!会|式)"
    else:
        pattern = (
            rf"(?i)\b(?:(?P<verb>does|is|was|has|did) )?my (?:\w+ )??(?P<rel>{words})"
            r"(?P<own>'s)?(?!\w)"
        )
    match = re.search(pattern, text)
    if match is None:
        return None, None
    if language == "zh":
        mine = "我"
    elif match["own"]:
        mine = f"{match['verb'] or ''} my".strip()
    else:
        verb = {"does": "do", "is": "am"}.get((match["verb"] or "").lower(), match["verb"] or "")
        mine = f"{verb} i".strip()
    plain = text[: match.start()] + mine + text[match.end() :]
    return relation_id(match["rel"]), attribute_of(plain, language)[0]


def _relation(text: str, language: Language) -> str | None:
    words = relation_words(language)
    if language == "en":
        match = re.search(rf"(?i)\bmy (?:\w+ )?({words})(?:'s name)?s?\b", text)
        asks = re.search(r"(?i)\bwho\b|\bname\b|called|^my \w+$", text)
    else:
        match = re.search(rf"我(?:的|们的?|家的?)?({words})", text)
        asks = re.search(r"谁|叫|名字|^我的?\w{1,3}$", text)
    return f"relation:{relation_id(match[1])}" if match and asks else None
