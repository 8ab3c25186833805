"""Decides what kind of turn a message is, before anything is recalled or extracted."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from memory_graph.offline.patterns import FORGET, NOT_FORGET, NOT_REMEMBER, REMEMBER
from memory_graph.offline.segment import fold
from memory_graph.types import Language

Route = Literal["chat", "recall", "command", "smalltalk"]

_SMALL = {
    "en": (
        r"hi+|hello+|hey+|hiya|howdy|yo|good (?:morning|afternoon|evening|night|"
        r"day)|greetings|morning|"
        r"evening|thanks?(?: you)?(?: so much| very much| a lot| a bunch)?|thank "
        r"you(?: so much| very much)?|"
        r"many thanks|thx|ty|cheers|much appreciated|bye+|goodbye|bye bye|see "
        r"you(?: later| soon| tomorrow)?|"
        r"see ya|cya|later|take care|ok+|okay+|k|sure|fine|great|cool|nice|perfect|"
        r"awesome|good|alright|"
        r"all right|got it|understood|i see|makes sense|no problem|np|you're "
        r"welcome|welcome|sounds good|"
        r"well done|good job|yes|yeah|yep|yup|no|nope|right|exactly|lol|haha+|"
        r"hehe+|wow|hmm+|uh huh|"
        r"how are you(?: doing)?(?: today)?|how's it going|what's up|sup|nice "
        r"to meet you|there|again|"
        r"everyone|all|friend|then|very much|so much|for (?:your |the |all (?:your "
        r"|the )?)?help|that's all|"
        r"have a (?:nice|good|great) (?:day|evening|weekend|night|one)|you too|"
        r"never mind|nevermind|please|and|oh"
    ),
    "zh": (
        r"你好+|您好|大家好|嗨+|哈喽|哈啰|嘿+|喂|早+|早上好|上午好|中午好|下午好|"
        r"晚上好|早安|晚安|谢谢+|谢谢你|谢谢您|多谢|感谢|"
        r"非常感谢|十分感谢|谢啦|谢了|辛苦了?|再见|拜拜|回见|明天见|回头见|下次见|"
        r"好+的?|好吧|好呀|好啊|行+|行吧|可以|没问题|嗯+|哦+|"
        r"噢|明白了?|知道了|了解了?|懂了|收到|不客气|没事|没关系|不用谢|哈+|"
        r"呵呵|嘻嘻|对+的?|是的?|不是|没有|不错|太好了|真棒|厉害|"
        r"很好|棒|赞|你好吗|最近怎么样|最近好吗|吃了吗|在吗|在不在|啊|呀|啦|"
        r"哈|了|你|您|的帮助|帮忙|的|祝你愉快|周末愉快|那先这样|先这样|"
        r"ok|OK|hi|hello|thanks|bye"
    ),
}


@cache
def _small(language: Language) -> re.Pattern[str]:
    gap = r"[\W_]*" if language == "zh" else r"[\W_]+"
    return re.compile(rf"(?i)[\W_]*(?:(?:{_SMALL[language]})(?:{gap}|$))+")


def is_small_talk(text: str, language: Language) -> bool:
    """Return True for greetings, thanks, goodbyes and bare acknowledgements, nothing else."""
    if not text.strip() or len(text) > 120:
        return not text.strip()
    plain = fold(text)
    return re.search(r"\w", plain) is None or _small(language).fullmatch(plain) is not None


def route(text: str, language: Language) -> Route:
    """Return how to treat a message: small talk, a command to memory, or a turn with recall."""
    if is_small_talk(text, language):
        return "smalltalk"
    return "command" if _is_command(fold(text.strip()), language) else "recall"


def _is_command(text: str, language: Language) -> bool:
    if text.rstrip().endswith(("?", "？", "吗")):
        return False
    forget = re.match(FORGET[language], text[:2000])
    if forget is not None:
        topic = next(
            (forget[g] for g in ("topic", "topic2") if g in forget.re.groupindex and forget[g]), ""
        )
        return re.match(NOT_FORGET[language], topic.strip(" .。!！")) is None
    remember = re.match(REMEMBER[language], text[:2000])
    if remember is None:
        return False
    rest = text[remember.end() :].strip()
    return bool(rest) and re.match(NOT_REMEMBER[language], rest) is None
