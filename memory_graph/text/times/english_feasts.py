"""English names of feasts, those that move too: Christmas, Thanksgiving 2025, the last two Easters.

Where countries differ, the day is the one that most people mean: Mother's Day is in May, Labor Day,
written so, is the American one. Labour Day and bank holidays stay unread.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from functools import cache

from memory_graph.text.times.cycles import of_cycle
from memory_graph.text.times.english_dates import YEAR
from memory_graph.text.times.english_ordinals import month_number
from memory_graph.text.times.english_words import MONTHS, NUMBER, SEASON
from memory_graph.text.times.feasts import Feast
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Rule, latin_plain_rule, latin_rule
from memory_graph.text.times.spec import Spec

_FIXED = {
    r"new\s+year['’]?s\s+day": (1, 1), r"new\s+year['’]?s\s+eve": (12, 31),
    r"(?:new\s+year['’]s|(?-i:New\s+Years))(?!\s+(?:day|eve|resolution))": (1, 1),
    r"valentine['’]?s(?:\s+day)?": (2, 14), r"st\.?\s+patrick['’]?s\s+day": (3, 17),
    r"april\s+fool['’]?s?['’]?(?:\s+day)?": (4, 1), r"cinco\s+de\s+mayo": (5, 5),
    "juneteenth": (6, 19), "halloween": (10, 31), r"veterans['’]?\s+day": (11, 11),
    r"(?:christmas|x-?mas)\s+eve": (12, 24), r"(?:christmas|x-?mas)(?:\s+day)?": (12, 25),
    r"boxing\s+day": (12, 26),
}  # fmt: skip
_SPRING_FESTIVAL = r"(?:(?:chinese|lunar)\s+new\s+year|spring\s+festival)"
_MOVING = {
    r"easter\s+weekend": Feast("easter", shift=-2, days=4),
    r"easter\s+monday": Feast("easter", shift=1), r"good\s+friday": Feast("easter", shift=-2),
    r"maundy\s+thursday": Feast("easter", shift=-3), r"palm\s+sunday": Feast("easter", shift=-7),
    r"ash\s+wednesday": Feast("easter", shift=-46),
    r"(?:shrove\s+tuesday|pancake\s+day|mardi\s+gras)": Feast("easter", shift=-47),
    r"(?:pentecost|whit\s+sunday)": Feast("easter", shift=49),
    r"easter(?:\s+sunday)?(?!\s+(?:week|island))": Feast("easter"),
    r"thanksgiving\s+weekend": Feast("weekday", 11, 4, 3, days=4),
    r"thanksgiving(?:\s+day)?(?!\s+week)": Feast("weekday", 11, 4, 3),
    r"black\s+friday": Feast("weekday", 11, 4, 3, shift=1),
    r"cyber\s+monday": Feast("weekday", 11, 4, 3, shift=4),
    r"memorial\s+day\s+weekend": Feast("weekday", 5, -1, 0, shift=-2, days=3),
    r"memorial\s+day": Feast("weekday", 5, -1, 0),
    r"labor\s+day\s+weekend": Feast("weekday", 9, 1, 0, shift=-2, days=3),
    r"labor\s+day": Feast("weekday", 9, 1, 0),
    r"(?:mlk|martin\s+luther\s+king)(?:\s+jr\.?)?\s+day": Feast("weekday", 1, 3, 0),
    r"president['’]?s['’]?\s+day": Feast("weekday", 2, 3, 0),
    r"mother['’]?s['’]?\s+day": Feast("weekday", 5, 2, 6),
    r"father['’]?s['’]?\s+day": Feast("weekday", 6, 3, 6),
    rf"{_SPRING_FESTIVAL}(?:['’]s\s+day)?(?!['’]s)": Feast("moon", 1, 1),
    rf"{_SPRING_FESTIVAL}['’]s\s+eve": Feast("eve"),
    r"lantern\s+festival": Feast("moon", 1, 15), r"dragon\s+boat\s+festival": Feast("moon", 5, 5),
    r"mid-autumn(?:\s+(?:festival|day))?": Feast("moon", 8, 15),
    r"(?:qingming(?:\s+festival)?|tomb[\s-]+sweeping\s+day)": Feast("sun", 4),
}  # fmt: skip
_STEPS = {"last": -1, "this": 0, "next": 1, "this past": -1, "this coming": 1}
_NOT_THE_DAY = (
    r"(?!\s+(?:tree|card|present|song|party|carol|egg|bunn|greeting|sale|deal|movie|jumper|cake)"
    r"|\s+(?:holidays?|vacation|break)\b)"
)


def feast_rules() -> tuple[Rule, ...]:
    """Christmas, New Year's Eve 2025, last Thanksgiving, two summers ago, the June before last."""
    names = "|".join((*_FIXED, *_MOVING))
    feast = rf"(?P<name>{names})(?!\w){_NOT_THE_DAY}"
    month = "|".join(MONTHS)
    cycle = rf"(?:(?P<season>{SEASON})|(?P<month>{month})|(?P<name>christmas|easter|thanksgiving))"
    return (
        latin_plain_rule("noise", rf"\b(?:happy|merry)\s+(?:{names})(?!\w)"),
        latin_rule(rf"\b{feast}(?:,?\s+(?:of\s+)?{YEAR})?", _feast),
        latin_rule(rf"\b(?P<step>this\s+past|this\s+coming|last|this|next)\s+{feast}", _feast_step),
        latin_rule(rf"\b(?P<n>{NUMBER}|a\s+couple\s+of)\s+{cycle}(?:e?s)?\s+ago\b", _cycles_ago),
        latin_rule(rf"\bthe\s+(?P<n>){cycle}\s+before\s+last\b", _cycles_ago),
        latin_rule(
            r"(?<=\bchristmas\sand\s)new\s+year(?:['’]s)?\b(?!\s+(?:day|eve)\b)",
            lambda _m, _n: Spec(month=1, day=1),
        ),
    )


@cache
def _named() -> tuple[tuple[re.Pattern[str], Spec], ...]:
    fixed = [(name, Spec(month=month, day=day)) for name, (month, day) in _FIXED.items()]
    moving = [(name, Spec(feast=feast)) for name, feast in _MOVING.items()]
    return tuple((re.compile(name, re.IGNORECASE), spec) for name, spec in (*fixed, *moving))


def _feast(match: re.Match[str], _now: datetime) -> Spec | None:
    text, (start, end) = match.string, match.span("name")
    found = (spec for pattern, spec in _named() if _spans(pattern, text, start, end))
    spec = next(found, None)
    year = match.groupdict().get("year")
    return replace(spec, year=int(year)) if spec and year else spec


def _spans(pattern: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """True when the pattern matches just there, seeing what follows."""
    match = pattern.match(text, start)
    return match is not None and match.end() == end


def _cycles_ago(match: re.Match[str], now: datetime) -> Spec | None:
    """Two summers ago, and the summer before last, is the one before the last that is over."""
    count = read_number(" ".join(match["n"].lower().split())) if match["n"] else 2
    if count is None or not 1 <= count <= 60:
        return None
    last = of_cycle(-1, _cycle(match, now), now)
    return replace(last, year=(last.year or now.year) - count + 1)


def _cycle(match: re.Match[str], now: datetime) -> Spec:
    if match["season"]:
        seasons = ("spring", "summer", "autumn", "winter")
        word = match["season"].lower().replace("fall", "autumn")
        return Spec(season=seasons.index(word))
    if match["month"]:
        return Spec(month=month_number(match["month"]))
    return _feast(match, now) or Spec(month=12, day=25)


def _feast_step(match: re.Match[str], now: datetime) -> Spec | None:
    """The last one that is over, this year's, the next to come."""
    named = _feast(match, now)
    return named and of_cycle(_STEPS[" ".join(match["step"].lower().split())], named, now)
