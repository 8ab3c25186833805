"""Numbers that words stand for without naming them: both, noon, 半年, two weeks, 3 pm. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from memory_graph.text.amounts import Amount

_Hints = tuple[tuple[str, tuple[str, ...]], ...]

# Words that say a number as clearly as a numeral does.
_SAID: _Hints = (
    (r"\b(?:one|once|first)\b|[一首]", ("1",)),
    (r"\b(?:second|twice|doubled?|both|pairs?|couple|twins?)\b|[双俩]|再次", ("2",)),
    (r"\b(?:thrice|tripled?|triplets?|trio)\b|三胞胎", ("3",)),
    (r"\bquadrupled?\b", ("4",)),
    (r"\bfortnight(?:ly)?\b", ("14", "2")),
    (r"\b(?:half|halves|halved)\b|半", ("0.5", "50", "30")),
    (r"\bhalf(?: a|-)?[ -]?year\b|半年", ("6",)),
    (r"半个?月", ("15",)),
    (r"\bquarters?\b|刻", ("0.25", "25", "15", "45")),
    (r"\bthree[ -]quarters\b", ("0.75", "75", "4")),
    (r"\bdecades?\b", ("10",)),
    (r"\bcentur(?:y|ies)\b|世纪", ("100",)),
    (r"\b(?:noon|midday|midnight)\b|[中正]午|[午半]夜|零点", ("12", "0", "24")),
    (r"\b(?:around|round) the clock\b", ("24", "7")),
    (r"\btwenties\b", ("20", "1920")),
    (r"\bthirties\b", ("30", "1930")),
    (r"\bforties\b", ("40", "1940")),
    (r"\bfifties\b", ("50", "1950")),
    (r"\bsixties\b", ("60", "1960")),
    (r"\bseventies\b", ("70", "1970")),
    (r"\beighties\b", ("80", "1980")),
    (r"\bnineties\b", ("90", "1990")),
)
# Words that let a number be told where none was said.
_LET: _Hints = (
    (r"\b(?:an?|my|our|only|single|sole|alone)\b|[独单每个只]", ("1",)),
    (r"\b(?:and|with|parents|another|either|again|too|also)\b|[和与跟同对又二]|父母|爸妈", ("2",)),
    (r"\b(?:no|not|none|never|without)\b|n['’]t\b|[没无不未]", ("0",)),
    (r"\b(?:all|fully|completely|entirely|always)\b|[全都]", ("100",)),
    (r"\bweek(?:s|ly|end|ends)?\b|[周星期礼拜]", ("7",)),
    (r"\b(?:always|day and night)\b|全天", ("24", "7")),
    (r"\byear(?:s|ly)?\b|年", ("12", "365")),
    (r"\b(?:third|thirds|quarter|quarterly)\b|季", ("3", "4")),
    (r"\bteen(?:s|ager|agers)?\b", ("13", "19")),
)
_LIST = re.compile(r"[,，、;；/&]|\band\b|[和与跟]|以及")
_SENTENCE = re.compile(r"[.!?。！？\n]")
# A unit, by how much its number is multiplied, and the unit of the product.
_UNITS = (
    (r"(?:years?|yrs?|岁|年)", "12", r"month|月"),
    (r"(?:weeks?|周|个?星期|个?礼拜)", "7", r"day|天"),
    (r"(?:hours?|hrs?|h\b|个?小时|个?钟头)", "60", r"min|分"),
    (r"decades?", "10", r"year"),
    (r"世纪", "100", r"年"),
    (r"打", "12", r"."),
    (r"斤", "0.5", r"公斤|公克|kg"),
    (r"(?:公斤|公克|kg)", "2", r"斤"),
    (r"[毛角]", "0.1", r"[元块]"),
    (r"(?:米|m\b|met(?:er|re)s?)", "100", r"cm|厘米|公分|centimet"),
    (r"(?:cm|厘米|公分)", "0.01", r"米|met(?:er|re)|\dm\b"),
    (r"[折成]", "10", r"%|百分|percent"),
    (r"(?:%|percent|per cent)", "0.01", r"\d\.\d"),
)
_FACTORS = tuple(
    (
        re.compile(rf"[\s-]?(?:个?半个?|and a half\s)?{unit}", re.ASCII),
        Decimal(by),
        re.compile(product),
    )
    for unit, by, product in _UNITS
)
_HALF_AFTER = re.compile(
    r"\s?(?:个|[年月天岁点块]|小时)?半"
    r"|[ -](?:years?|months?|weeks?|days?|hours?|miles?)[ -]and a half\b"
)
_TENTHS_AFTER = re.compile(r"[块元米](?P<digits>[一二三四五六七八九\d]{1,2})(?![\d个只万千百十])")
_HAN = "零一二三四五六七八九"
_LATE = re.compile(
    r"\d\s?p\.?m\b|\b(?:pm|afternoons?|evenings?|tonight|nights?|dinner|noon)\b|[午晚夜]",
    re.ASCII,
)
_CLOCK_BEFORE = re.compile(r"(?:\b(?:at|till|until|past)\s|午|早上|晚上?|夜|凌晨)$", re.ASCII)
_CLOCK_AFTER = re.compile(
    r"\s?(?::\d\d|a\.?m\b|p\.?m\b|o['’]clock|点|时|h\b|\s{3}|[-–]\d{1,2}\s?[ap:])", re.ASCII
)


def _compiled(hints: _Hints) -> tuple[tuple[re.Pattern[str], tuple[Decimal, ...]], ...]:
    return tuple(
        (re.compile(words, re.ASCII), tuple(map(Decimal, given))) for words, given in hints
    )


_SAID_WORDS, _LET_WORDS = _compiled(_SAID), _compiled(_LET)


def said_in_words(text: str) -> set[Decimal]:
    """The numbers that words of a plain text say as clearly as a numeral: both, noon, half."""
    return {one for words, given in _SAID_WORDS if words.search(text) for one in given}


def let_by_words(text: str) -> set[Decimal]:
    """Small numbers that can be told of a plain text that names none: a sister, cats A, B and C."""
    found = {one for words, given in _LET_WORDS if words.search(text) for one in given}
    for sentence in _SENTENCE.split(text):
        most = len(_LIST.findall(sentence)) + 1
        found |= {Decimal(one) for one in range(2, min(most, 30) + 1)}
    return found


def in_other_units(text: str, amounts: Iterable[Amount], told: str) -> set[Decimal]:
    """What the amounts of a plain text are with their half, on the other clock or in units told."""
    late = bool(_LATE.search(text))
    factors = [(unit, by) for unit, by, product in _FACTORS if product.search(told)]
    found: set[Decimal] = set()
    for one in amounts:
        here = {*one.values, *one.parts}
        if _HALF_AFTER.match(text, one.end):
            here |= {value + Decimal("0.5") for value in here}
        if tenths := _TENTHS_AFTER.match(text, one.end):
            digits = "".join(str(_HAN.find(c)) if c in _HAN else c for c in tenths.group("digits"))
            here |= {value + Decimal(f"0.{digits}") for value in here}
        for unit, by in factors:
            if unit.match(text, one.end):
                here |= {value * by for value in here}
        before = text[max(0, one.start - 8) : one.start]
        if _CLOCK_AFTER.match(text, one.end) or _CLOCK_BEFORE.search(before):
            here |= {other for value in here for other in _on_the_clock(value, late=late)}
        found |= here
    return found


def _on_the_clock(value: Decimal, *, late: bool) -> set[Decimal]:
    """An hour on the other clock: 3 in the afternoon is 15, 15 is 3."""
    if late and 1 <= value <= 12:
        return {value + 12}
    return {value - 12} if 13 <= value <= 24 else set()
