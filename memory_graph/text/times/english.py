"""English wording of days, weeks and steps: yesterday, last week, two Fridays ago."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.cycles import of_cycle
from memory_graph.text.times.english_clock import clock_rules
from memory_graph.text.times.english_dates import date_rules
from memory_graph.text.times.english_feasts import feast_rules
from memory_graph.text.times.english_lookalikes import lookalike_rules
from memory_graph.text.times.english_ordinals import month_number, ordinal_rules
from memory_graph.text.times.english_relative import relative_rules
from memory_graph.text.times.english_words import (
    MONTH,
    NUMBER,
    SEASON,
    WEEKDAY,
    WEEKDAYS,
    noise_rules,
)
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.rules import Rule, latin_rule
from memory_graph.text.times.spec import Part, Spec
from memory_graph.text.times.zones import latin_zone_rules

_DAYS = {
    "today": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "2moro": 1,
    "yesterday": -1,
    "yday": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
}
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_STEPS = {
    "last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1, "coming": 1,
    "upcoming": 1,
}  # fmt: skip
_PARTS: dict[str, Part] = {
    "morning": "morning",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "evening",
}
_STEP = r"\b(?:the\s+)?(last|previous|this|current|next|(?:this\s+)?(?:up)?coming)\s+"
# Short names are also words or names ("Sun cream", "wed"), so they need a word before them.
_CAPITAL = r"(?-i:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)"
_SHORT = r"(?:mon|tues?|wed|thur?s?|fri|sat|sun)"


@cache
def english_rules() -> tuple[Rule, ...]:
    """All rules for English text."""
    return (
        *noise_rules(),
        *lookalike_rules(),
        *latin_zone_rules(),
        *clock_rules(),
        *date_rules(),
        *feast_rules(),
        *ordinal_rules(),
        *relative_rules(),
        *_day_rules(),
        *_weekday_rules(),
        *_step_rules(),
        *_before_last_rules(),
    )


def _day_rules() -> tuple[Rule, ...]:
    """today, the day after tomorrow, tonight, last night, this morning."""
    return (
        latin_rule(
            r"\b(?:the\s+)?(day\s+after\s+tomorrow|day\s+before\s+yesterday)\b"
            r"|\b(today|tomorrow|tmrw|tmr|2moro|yesterday|yday)\b",
            _near_day,
        ),
        latin_rule(
            r"\b(?:tonight|tonite|2nite)\b", lambda _m, n: Spec(date=n.date(), part="evening")
        ),
        latin_rule(
            r"\bthis\s+(morning|afternoon|evening)\b",
            lambda m, n: Spec(date=n.date(), part=_PARTS[m[1].lower()]),
        ),
    )


def _near_day(match: re.Match[str], now: datetime) -> Spec:
    words = " ".join((match[1] or match[2]).lower().split())
    return Spec(date=now.date() + timedelta(days=_DAYS[words]))


def _weekday_rules() -> tuple[Rule, ...]:
    """Wednesday, next Tuesday, this past Friday, two Fridays ago."""
    return (
        latin_rule(rf"\b({WEEKDAY})\b", _weekday),
        latin_rule(
            rf"\b({_SHORT})\.?(?=,?\s+(?:at\s+)?\d{{1,2}}(?::|\s*[ap]\.?m|\s*(?:-|–|to)\s*\d))",
            _weekday,
        ),
        latin_rule(rf"\b({_CAPITAL})\.?(?=,?\s+(?:last|this|next)\s+week\b)", _weekday),
        latin_rule(
            rf"\b({_CAPITAL})\.?(?=\s*(?:-|–|to|through)\s*(?:{_CAPITAL}|{WEEKDAY})\b)", _weekday
        ),
        latin_rule(
            rf"\b(?:{_CAPITAL}|{WEEKDAY})\.?\s*(?:-|–|to|through)\s*(?P<core>({_CAPITAL}))\b",
            lambda m, _n: Spec(weekday=_weekday_number(m["core"])),
        ),
        latin_rule(
            rf"\b(?:on|by|till|until|since|from|to|before|after)\s+(?P<core>({_SHORT}))\b"
            r"(?!\s+(?:cream|down|up|microsystems|light|shine))",
            lambda m, _n: Spec(weekday=_weekday_number(m[2])),
        ),
        latin_rule(rf"{_STEP}({WEEKDAY}|{_SHORT}\b\.?)\b", lambda m, n: _week_step(m[1], m[2], n)),
        latin_rule(rf"\b(?:this\s+|the\s+)?past\s+({WEEKDAY})\b", lambda m, n: _ago(1, m[1], n)),
        latin_rule(
            rf"\b({NUMBER}|a)\s+({WEEKDAY})s?\s+ago\b",
            lambda m, n: _ago(read_number(m[1]) or 0, m[2], n),
        ),
        latin_rule(
            rf"\b({NUMBER}|a)\s+({WEEKDAY})s?\s+from\s+(?:now|today)\b",
            lambda m, n: _from_now(read_number(m[1]) or 0, m[2], n),
        ),
    )


def _weekday_number(word: str) -> int:
    return next(n for n, name in enumerate(WEEKDAYS) if name.startswith(word[:3].lower()))


def _weekday(match: re.Match[str], _now: datetime) -> Spec:
    return Spec(weekday=_weekday_number(match[1]))


def _step_of(word: str) -> int:
    return _STEPS[word.lower().split()[-1]]


def _week_step(step: str, weekday: str, now: datetime) -> Spec:
    """The weekday of last, this or next calendar week; "this coming" is the first from today on."""
    if step.lower().endswith("coming"):
        ahead = (_weekday_number(weekday) - now.weekday()) % 7
        return Spec(date=now.date() + timedelta(days=ahead))
    monday = calendar.monday_of(now.date(), _step_of(step))
    return Spec(week=monday, weekday=_weekday_number(weekday))


def _ago(count: int, weekday: str, now: datetime) -> Spec | None:
    """The ``count``-th such weekday before today."""
    if not 1 <= count <= 60:
        return None
    back = (now.weekday() - _weekday_number(weekday)) % 7 or 7
    return Spec(date=now.date() - timedelta(days=back + 7 * (count - 1)))


def _from_now(count: int, weekday: str, now: datetime) -> Spec | None:
    """The ``count``-th such weekday after today."""
    if not 1 <= count <= 60:
        return None
    ahead = (_weekday_number(weekday) - now.weekday()) % 7 or 7
    return Spec(date=now.date() + timedelta(days=ahead + 7 * (count - 1)))


def _unit_step(step: str, unit: str, now: datetime) -> int:
    """How many units on; the coming weekend is the first that has not begun."""
    has_begun = calendar.monday_of(now.date()) + timedelta(days=5) <= now.date()
    is_coming = step.lower().endswith("coming") and unit.lower() == "weekend"
    return 0 if is_coming and not has_begun else _step_of(step)


def _step_rules() -> tuple[Rule, ...]:
    """Last week, next month, this quarter, last summer, next June."""
    return (
        latin_rule(
            rf"{_STEP}(week|weekend|month|quarter|year)\b(?!\s*-?\s*(?:old|long|mile|final))",
            lambda m, n: step_by(m[2], _unit_step(m[1], m[2], n), n),
        ),
        latin_rule(
            r"\b(?:on|over|at|during|for)\s+(?P<core>the\s+weekend)\b|\bthe\s+(?P<w>weekend)\b",
            lambda _m, _n: Spec(weekend=True),
        ),
        latin_rule(
            r"\b(?:my|our|your|his|her|their)\s+weekend\b(?=\s*(?:[?.!,;]|$)|\s+(?:was|is|been)\b)",
            lambda _m, _n: Spec(weekend=True),
        ),
        latin_rule(
            rf"\b({NUMBER}|a\s+couple\s+of)\s+weekends\s+ago\b",
            lambda m, n: _weekends_ago(read_number(" ".join(m[1].lower().split())), n),
        ),
        latin_rule(
            r"\b(?:this\s+|the\s+)?past\s+weekend\b", lambda _m, n: step_by("weekend", -1, n)
        ),
        latin_rule(
            rf"{_STEP}(?:({SEASON})|({MONTH}))\b(?!\s+\d)",
            lambda m, n: _cycle(_step_of(m[1]), m[2], m[3], n),
        ),
    )


def _weekends_ago(count: int | None, now: datetime) -> Spec | None:
    """The weekend of the week so many weeks back."""
    return step_by("weekend", -count, now) if count and count <= 60 else None


def step_by(unit: str, step: int, now: datetime) -> Spec:
    """The calendar week, weekend, month, quarter or year ``step`` away."""
    unit = unit.lower()
    if unit in {"week", "weekend"}:
        monday = calendar.monday_of(now.date(), step)
        return Spec(week=monday, weekend=True if unit == "weekend" else None)
    if unit == "year":
        return Spec(year=now.year + step)
    months = step * (3 if unit == "quarter" else 1)
    first = calendar.add_months(now.date().replace(day=1), months)
    if unit == "quarter":
        return Spec(year=first.year, quarter=(first.month - 1) // 3)
    return Spec(year=first.year, month=first.month)


def _cycle(step: int, season: str | None, month: str | None, now: datetime) -> Spec:
    """A season or month that ended last, is of this year, or begins next."""
    if season:
        return of_cycle(step, Spec(season=_SEASONS[season.lower()]), now)
    return of_cycle(step, Spec(month=month_number(month or "")), now)


def _before_last_rules() -> tuple[Rule, ...]:
    """The weekend before last, the week after next."""
    unit = rf"(week|weekend|month|quarter|year|{WEEKDAY})"
    alone = rf"(?!\s+(?:week|month|year|{WEEKDAY}|{MONTH})\b)"
    return (
        latin_rule(
            rf"\b(?:the\s+)?{unit}\s+before\s+last\b{alone}", lambda m, n: _far(m[1], -2, n)
        ),
        latin_rule(rf"\b(?:the\s+)?{unit}\s+after\s+next\b{alone}", lambda m, n: _far(m[1], 2, n)),
    )


def _far(unit: str, step: int, now: datetime) -> Spec:
    if unit.lower() in WEEKDAYS:
        monday = calendar.monday_of(now.date(), step)
        return Spec(week=monday, weekday=_weekday_number(unit))
    return step_by(unit, step, now)
