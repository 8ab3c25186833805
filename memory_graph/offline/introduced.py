"""Whom a clause brings up: "I have a friend", 我家有一只猫. What follows may be about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from memory_graph.offline.lexicon import relation_words
from memory_graph.types import Language

_COUNT_EN = r"(?P<count>an?|one|another|two|three|four|five|six|several|some|many|\d{1,2})"
_VERB_EN = (
    r"(?:have|has|had|'ve|'s got|got|adopted|own|owns|bought|rescued|know|knows|met|hired)"
    r"(?: got| adopted)?(?: just| also| recently)*"
)
_MINE_EN = re.compile(
    r"(?i)(?:(?:and|but|so|also|now|just|recently|still|currently|yesterday|last \w+),? )*"
    r"(?:i|we)(?:'ve| have)?(?: (?:[a-z]+ly|also|still|now|just|already|do|even))*\W*"
)
_NOT_HAD = {
    "en": re.compile(r"(?i)^(?:.*\W)?(?:i|we|i'd|i'll|we'd|we'll)\b"),
    "zh": re.compile(r"没|不|别|未|想|要|打算|准备|希望|考虑|如果"),
}
"""Before the verb: nobody is there yet, or any more. English: any other words after "I"."""
_ONCE_ZH = re.compile(r"以前|曾|小时候|原来|过去|之前")
_VERB_ZH = r"(?:有|收养|领养|养|生|交|认识|谈|找|新来|来)(?:了|着)?"
_COUNT_ZH = r"(?P<count>[一两二三四五六七八九十几\d]{0,2})(?:个|位|只|条|匹|对|名|群|些)?"
_MINE_ZH = re.compile(r".{0,4}?(?:我|俺|本人|咱|家里|公司|单位|组里|部门|团队|班[上里])")
_BOTH_ZH = re.compile(r"(?:我|俺)(?:和|跟|与).{1,5}")
_ASIDE_ZH = re.compile(r"(?:还|也|另外|又|现在|目前|并|刚|都|家里)*")
_GOES_ON_ZH = (
    r"(?=叫|名|姓|在|住|是|来自|今年|刚|正|也|很|特别|非常|喜欢|爱|讨厌|会(?!议|面|诊)|想|要|做|当|属|对|"
    r"从|最|不|[了的]?\W*$)"
)
"""What makes the word before it a person: 有个朋友在…, but not 有个客户会议."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """Somebody of whom the clauses before said nothing."""

    relation: str
    mine: bool | None
    """Whether they are the speaker's; None when the clause names no owner."""
    one: bool


def introduced(text: str, language: Language) -> Introduced | None:
    """Return whom a clause brings up, None for nobody."""
    match = _pattern(language).match(text)
    if match is None:
        return None
    mine = _is_mine(match["owner"], language)
    if mine is not True and _NOT_HAD[language].search(match["owner"]):
        return None
    several = match["count"] not in {"", "一", "1", "a", "an", "one", "another"}
    joined = re.search(r"[和跟与、]|\band\b", match["more"]) is not None
    plural = language == "en" and match["plural"] is not None
    one = not (several or joined or plural)
    return Introduced(match["rel"], mine, one)


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    words = relation_words(language)
    if language == "zh":
        return re.compile(
            rf"(?P<owner>[^，。]{{0,12}}?){_VERB_ZH}{_COUNT_ZH}(?P<more>[^，。]{{0,8}}?)"
            rf"(?P<rel>{words}){_GOES_ON_ZH}"
        )
    return re.compile(
        rf"(?i)(?P<owner>[^,;]{{1,40}}?)\s?\b{_VERB_EN} {_COUNT_EN} (?P<more>(?:[\w-]+ ){{0,3}}?)"
        rf"(?P<rel>{words})(?P<plural>e?s)?(?![\w'-]|,? (?:and|or) (?:an?|two|three|my) )"
    )


def _is_mine(owner: str, language: Language) -> bool | None:
    """Tell if the one who has somebody is the speaker."""
    if language == "en":
        return _MINE_EN.fullmatch(f"{owner} ") is not None
    if _NOT_HAD["zh"].search(owner) or _ONCE_ZH.search(owner):
        return False
    if _ASIDE_ZH.fullmatch(owner):
        return True if "家里" in owner else None
    if _BOTH_ZH.fullmatch(owner):
        return True
    return _MINE_ZH.match(owner) is not None and not re.search(relation_words("zh"), owner)
