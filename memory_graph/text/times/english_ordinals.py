"""English wording that counts within a month, year or century.

The first Friday of June, the second of May, the 15th of last month, the third quarter, the 1990s.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

from memory_graph.text.times.calendar import days_in_month, monday_of
from memory_graph.text.times.decades import decade
from memory_graph.text.times.english_words import (
    FOLLOWS,
    MONTH,
    MONTHS,
    ORDINAL,
    ORDINAL_WORD,
    ORDINALS,
    WEEKDAY,
    WEEKDAYS,
)
from memory_graph.text.times.rules import Rule, latin_plain_rule, latin_rule
from memory_graph.text.times.spec import Nth, Spec

_COUNTED = r"(?P<n>first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last)"
_TENS = {"sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
_YEAR_AFTER = r"(?=\s+(?:of\s+)?(?:\d{4}\b|(?:this|last|next)\s+year\b))"


@cache
def ordinal_rules() -> tuple[Rule, ...]:
    """All of them; they come before the rules for "last Friday"."""
    return (*_nth_rules(), *_day_rules(), *_part_of_year_rules(), *_decade_rules())


def _nth_rules() -> tuple[Rule, ...]:
    """The first week of June, the last Friday of the month, the second Tuesday in March."""
    what = rf"\b(?:on\s+)?(?:the\s+)?{_COUNTED}\s+(?:(?P<day>{WEEKDAY})|(?P<unit>week(?:end)?))\s+"
    month = rf"(?=(?:the\s+)?(?:{MONTH}\b|(?:last|this|next|previous)\s+month\b))"
    return (
        latin_rule(rf"{what}(?:of|in)\s+{month}", _nth),
        latin_rule(rf"{what}of\s+(?:the|each)\s+month\b", _nth_this_month),
    )


def _number(word: str) -> int:
    word = word.lower()
    if word == "last":
        return -1
    return int(word[0]) if word[0].isdigit() else ORDINALS.index(word) + 1


def _nth(match: re.Match[str], _now: datetime) -> Spec:
    number = _number(match["n"])
    if match["unit"]:
        return Spec(nth=Nth(number, "week" if match["unit"].lower() == "week" else "weekend"))
    return Spec(nth=Nth(number, "weekday", WEEKDAYS.index(match["day"].lower())))


def _nth_this_month(match: re.Match[str], now: datetime) -> Spec:
    return Spec(year=now.year, month=now.month, nth=_nth(match, now).nth)


def _day_rules() -> tuple[Rule, ...]:
    """The second of June, June twenty-first, the 15th of last month, from the 3rd to the 10th."""
    safe = rf"(?!(?-i:may|march)\b){MONTH}"
    to = r"\s+(?:to|until|till|and|through)\s+"
    day = rf"(?:(?P<day>\d{{1,2}}){ORDINAL}|(?P<word>{ORDINAL_WORD}))"
    numbered = rf"(?P<core>the\s+(?P<day>\d{{1,2}}){ORDINAL})"
    return (
        latin_rule(rf"\b(?:the\s+)?(?P<word>{ORDINAL_WORD})\s+of\s+(?={MONTH}\b)", _day),
        latin_rule(
            rf"\b(?P<month>{safe})\s+(?:the\s+)?(?P<word>{ORDINAL_WORD})(?:{FOLLOWS}|(?=\s+at\b))",
            _month_day,
        ),
        latin_rule(rf"\b(?:the\s+)?{day}\s+of\s+(?=(?:last|this|next)\s+month\b)", _day),
        latin_rule(rf"\b(?:the\s+)?{day}\s+of\s+the\s+month\b", _day),
        latin_rule(
            rf"\b(?:on|by|until|till|before|after|since)\s+(?P<core>the\s+(?!first|second|third)"
            rf"(?P<word>{ORDINAL_WORD})){FOLLOWS}",
            _day,
        ),
        latin_rule(
            r"\b(?:on\s+)?(?:the\s+)?(?P<n>first|last)\s+day\s+of\s+the\s+(?P<unit>week|month|year)\b",
            _edge_day,
        ),
        latin_rule(
            rf"\b(?:from|between)\s+{numbered}(?={to}the\s+\d{{1,2}}{ORDINAL}{FOLLOWS})", _day
        ),
        latin_rule(rf"(?<=st|nd|rd|th){to}{numbered}{FOLLOWS}", _day, "earlier"),
        latin_rule(
            r"(?<=st|nd|rd|th)(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+)"
            rf"(?P<core>(?P<day>\d{{1,2}}){ORDINAL}){FOLLOWS}",
            _day,
            "earlier",
        ),
    )


def _edge_day(match: re.Match[str], now: datetime) -> Spec:
    """The first or last day of the week, month or year that runs."""
    first, unit = match["n"].lower() == "first", match["unit"].lower()
    if unit == "week":
        return Spec(week=monday_of(now.date()), weekday=0 if first else 6)
    month = now.month if unit == "month" else 1 if first else 12
    last = days_in_month(now.date().replace(day=1, month=month))
    return Spec(year=now.year, month=month, day=1 if first else last)


def _day(match: re.Match[str], _now: datetime) -> Spec | None:
    groups = match.groupdict()
    word = (groups.get("word") or "").lower().replace(" ", "-")
    day = ORDINALS.index(word) + 1 if word else int(match["day"])
    return Spec(day=day) if 1 <= day <= 31 else None


def _month_day(match: re.Match[str], now: datetime) -> Spec | None:
    found = _day(match, now)
    return None if found is None else Spec(day=found.day, month=month_number(match["month"]))


def month_number(word: str) -> int:
    """1 to 12 for a full or short English month name."""
    return next(n for n, name in enumerate(MONTHS, 1) if name.startswith(word[:3].lower()))


def _part_of_year_rules() -> tuple[Rule, ...]:
    """The first quarter of the year, the last quarter of 2025, the second half, H1 2025."""
    quarter = (
        r"\b(?:the\s+)?(?P<n>first|second|third|fourth|1st|2nd|3rd|4th|last|final)\s+quarter\b"
    )
    return (
        latin_rule(rf"{quarter}{_YEAR_AFTER}", _quarter),
        latin_rule(rf"{quarter}\s+of\s+the\s+year\b", _quarter),
        # Alone it may be one of a match.
        latin_plain_rule("vague", rf"(?!(?:the\s+)?last\b){quarter}(?!\s*-?\s*(?:final|mile))"),
        latin_rule(rf"\b(?:the\s+)?(?P<n>first|second)\s+half\b{_YEAR_AFTER}", _half),
        latin_rule(r"\b(?:the\s+)?(?P<n>first|second)\s+half\s+of\s+the\s+year\b", _half),
        *_week_number_rules(),
        latin_rule(r"\bH(?P<n>[12]),?\s+(?:of\s+)?(?P<year>20\d\d)\b", _half),
        latin_rule(rf"\bH(?P<n>[12])\b{_YEAR_AFTER}", _half),
    )


def _week_number_rules() -> tuple[Rule, ...]:
    """Calendar week 12, KW 12, week 12 of last year."""
    number = r"(?P<n>\d{1,2})(?![\d:/-]|\.\d)"
    year = r"(?:\s*,?\s*(?:of\s+|/\s*)?(?P<year>(?:19|20)\d\d)\b)"
    of = r"(?=\s+(?:of\s+)?(?:this|last|next)\s+year\b)"
    return (
        latin_rule(
            rf"\b(?:calendar\s+week|iso\s+week|(?-i:CW|KW))\s*{number}{year}?", _week_number
        ),
        latin_rule(rf"\bweek\s+{number}(?:{year}|{of})", _week_number),
    )


def _week_number(match: re.Match[str], _now: datetime) -> Spec | None:
    number, year = int(match["n"]), match["year"]
    if not 1 <= number <= 53:
        return None
    return Spec(isoweek=number, year=int(year) if year else None)


def _quarter(match: re.Match[str], _now: datetime) -> Spec:
    number = 4 if match["n"].lower() == "final" else _number(match["n"])
    return Spec(quarter=3 if number < 0 else number - 1)


def _half(match: re.Match[str], _now: datetime) -> Spec:
    year = match.groupdict().get("year")
    return Spec(half=_number(match["n"]) - 1, year=int(year) if year else None)


def _decade_rules() -> tuple[Rule, ...]:
    """The 1990s, the early 2000s, in the '80s, the nineties."""
    part = r"(?P<part>early|mid|late|(?:beginning|start|middle|end)\s+of\s+the)?[\s-]*"
    return (
        latin_rule(rf"\b(?:the\s+)?{part}(?P<tens>(?:1[5-9]|20)\d0)['’]?s\b", _decade),
        latin_rule(rf"\bthe\s+{part}['’]?(?P<tens>[6-9]0)s\b(?!\s+(?:range|percent))", _decade),
        latin_rule(rf"\bthe\s+{part}(?P<word>{'|'.join(_TENS)})\b", _decade),
    )


def _decade(match: re.Match[str], now: datetime) -> Spec | None:
    word = match.groupdict().get("word")
    tens = _TENS[word.lower()] if word else int(match["tens"])
    part = (match["part"] or "").lower().split()
    parts = {"beginning": "early", "start": "early", "middle": "mid", "end": "late"}
    name = parts.get(part[0], part[0]) if part else ""
    return decade(tens if tens > 100 else 1900 + tens, name, now)
