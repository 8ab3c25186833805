"""English wording that starts from another day or takes a part of a longer time.

A week from Monday, earlier this week, the end of the week, early next month, the night before last.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.english_words import COUNT, WEEKDAY, WEEKDAYS
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import Unit, counted, shift
from memory_graph.text.times.rules import Rule, latin_rule
from memory_graph.text.times.same_time import so_far, this_time
from memory_graph.text.times.spec import Part, Portion, Spec

_STEPS = {"last": -1, "this": 0, "the": 0, "next": 1}
_LEFT = {"later", "rest", "remainder"}
_PORTIONS: dict[str, Portion] = {
    "early": "early", "mid": "mid", "late": "late", "start": "start", "beginning": "start",
    "middle": "middle", "end": "end", "first": "half1", "second": "half2", "latter": "half2",
}  # fmt: skip


@cache
def relative_rules() -> tuple[Rule, ...]:
    """All of them."""
    return (*_portion_rules(), *_sofar_rules(), *_week_from_rules(), *_night_rules())


def _portion_rules() -> tuple[Rule, ...]:
    """The end of the week, early next month, late last year, end of month."""
    unit = "(?P<unit>week|month|quarter|year)"
    near = r"(?P<step>this|last|next)"
    half = r"(?:first|second|latter)\s+half"
    of = rf"(?:the\s+)?(?P<portion>start|beginning|middle|end|{half})\s+of\s+"
    return (
        latin_rule(rf"\b{of}(?P<step>the|this|last|next)\s+{unit}\b", _portion_of),
        latin_rule(rf"\b(?P<portion>end)\s+of\s+(?P<step>){unit}\b(?!\s*-?\s*\d)", _portion_of),
        latin_rule(rf"\b(?P<portion>early|mid|late)[\s-]+{near}\s+{unit}\b", _portion_of),
        latin_rule(r"\b(?:by\s+)?(?P<core>(?-i:EO[WMQY]))\b", _end_of),
    )


def _end_of(match: re.Match[str], now: datetime) -> Spec:
    """EOW, EOM, EOQ and EOY: the end of the week, month, quarter or year that runs."""
    letter = match["core"][-1]
    if letter == "W":
        return Spec(week=calendar.monday_of(now.date()), portion="end")
    if letter == "M":
        return Spec(year=now.year, month=now.month, portion="end")
    quarter = (now.month - 1) // 3 if letter == "Q" else None
    return Spec(year=now.year, quarter=quarter, portion="end")


def _portion_of(match: re.Match[str], now: datetime) -> Spec:
    step = _STEPS.get(match["step"].lower(), 0)
    portion, unit = _PORTIONS[match["portion"].lower().split()[0]], match["unit"].lower()
    if unit == "week":
        return Spec(week=calendar.monday_of(now.date(), step), portion=portion)
    if unit == "year":
        return Spec(year=now.year + step, portion=portion)
    first = calendar.add_months(now.date().replace(day=1), step * (3 if unit == "quarter" else 1))
    if unit == "quarter":
        return Spec(year=first.year, quarter=(first.month - 1) // 3, portion=portion)
    return Spec(year=first.year, month=first.month, portion=portion)


def _sofar_rules() -> tuple[Rule, ...]:
    """Earlier this week is until now, later today and the rest of the week from now on."""
    unit = "(?P<unit>week|month|year)"
    which = rf"(?:(?:this|in\s+the)\s+{unit}|to(?P<day>day))"
    rest = rf"(?:(?:the|this)\s+(?:{unit}|(?P<day>day))|today)"
    return (
        latin_rule(rf"\b(?P<way>earlier|later)\s+{which}\b", _sofar),
        latin_rule(rf"\b(?P<way>so\s+far)\s+(?:this\s+{unit}|to(?P<day>day))\b", _sofar),
        latin_rule(rf"\b(?:this\s+)?{unit}\s+(?P<way>so\s+far|to\s+date)\b(?P<day>)", _sofar),
        latin_rule(rf"\b(?:the\s+)?(?P<way>rest|remainder)\s+of\s+{rest}\b", _sofar),
    )


def _sofar(match: re.Match[str], now: datetime) -> Spec | None:
    return so_far((match["unit"] or "day").lower(), match["way"].lower() not in _LEFT, now)


def _week_from_rules() -> tuple[Rule, ...]:
    """A week from Monday, two weeks from tomorrow, a week on Friday, Monday week."""
    day = rf"(?:(?P<near>today|tomorrow)|(?:(?P<step>next)\s+|this\s+)?(?P<day>{WEEKDAY}))\b"
    week = r"\s+(?P<unit>week|fortnight)s?\s+"
    return (
        latin_rule(rf"\b(?P<n>{COUNT}){week}(?:from|after)\s+{day}", _week_from),
        latin_rule(rf"\b(?P<n>an?){week}on\s+{day}", _week_from),
        latin_rule(rf"\b(?P<n>){day}\s+(?P<unit>week|fortnight)\b(?!\s*(?:end|-))", _week_from),
    )


def _week_from(match: re.Match[str], now: datetime) -> Spec | None:
    """The day, so many weeks on; a bare weekday is the first that has not ended."""
    count = read_number(match["n"]) if match["n"] else 1
    if count is None or not 1 <= count <= 520:
        return None
    today = now.date()
    if match["near"]:
        start = today + timedelta(days=match["near"].lower() == "tomorrow")
    else:
        weekday = WEEKDAYS.index(match["day"].lower())
        start = today + timedelta(days=(weekday - today.weekday()) % 7)
        if match["step"]:
            start = calendar.monday_of(today, 1) + timedelta(days=weekday)
    weeks = count * (2 if match["unit"].lower() == "fortnight" else 1)
    return Spec(date=start + timedelta(weeks=weeks))


def _same_time_rules() -> tuple[Rule, ...]:
    """At this time last year, this week two years ago, the same time tomorrow."""
    what = r"\b(?:at\s+|on\s+)?(?:(?:about|around)\s+)?(?:this|(?:the\s+)?same)\s+(?P<what>{})\s+"
    near = r"(?:(?P<step>last|next)\s+(?P<unit>week|month|year)|(?P<day>yesterday|tomorrow))"
    ago = rf"(?P<n>{COUNT})\s+(?P<unit>week|month|year)s?\s+ago"
    same = "time|day|week|month"
    return (
        latin_rule(rf"{what.format('time|day')}{near}\b", _same_time),
        latin_rule(rf"\b(?P<what>today)\s+{near}\b", _same_time),
        latin_rule(rf"{what.format(same)}{ago}\b", _same_time_ago),
        latin_rule(rf"{what.format('week|month')}(?P<n>last)\s+(?P<unit>year)\b", _same_time_ago),
        latin_rule(
            rf"\b(?P<n>{COUNT})\s+(?P<unit>month|year)s?\s+ago\s+this\s+(?P<what>week|month)\b",
            _same_time_ago,
        ),
    )


def _same_time_ago(match: re.Match[str], now: datetime) -> Spec | None:
    """The same week or month of another year; a "time" is as much as that of "last year"."""
    word, what = match["n"].lower(), match["what"].lower()
    count = 1 if word == "last" else read_number(" ".join(word.split()))
    if count is None or not 1 <= count <= 60:
        return None
    units: dict[str, Unit] = {"week": "week", "month": "month", "year": "year"}
    unit = units[match["unit"].lower()]
    if what in {"time", "day"}:
        return this_time(unit, -count, now, is_day=what == "day")
    day = shift(now.date(), count, unit, -1)
    if what == "month":
        return Spec(year=day.year, month=day.month)
    return Spec(week=calendar.monday_of(day))


def _same_time(match: re.Match[str], now: datetime) -> Spec:
    back = (match["step"] or match["day"]).lower() in {"last", "yesterday"}
    units: dict[str, Unit] = {"week": "week", "month": "month", "year": "year"}
    unit = units.get((match["unit"] or "").lower(), "day")
    return this_time(unit, -1 if back else 1, now, is_day=match["what"].lower() != "time")


def _night_rules() -> tuple[Rule, ...]:
    """Last night, last evening, the night before last, two nights ago."""

    def evening(days: int, now: datetime) -> Spec:
        return Spec(date=now.date() - timedelta(days=days), part="evening")

    return (
        *_same_time_rules(),
        latin_rule(r"\blast\s+(?:night|evening)\b", lambda _m, n: evening(1, n)),
        latin_rule(
            r"\b(?:the\s+)?(?:night|evening)\s+before\s+last\b", lambda _m, n: evening(2, n)
        ),
        latin_rule(
            rf"(?<![\d.,-])\b(?P<n>{COUNT})\s+(?P<part>night|evening|morning|afternoon)s?\s+ago\b",
            _parts_ago,
        ),
    )


def _parts_ago(match: re.Match[str], now: datetime) -> Spec | None:
    """Two nights ago, three mornings ago."""
    parts: dict[str, Part] = {"morning": "morning", "afternoon": "afternoon"}
    count = read_number(" ".join(match["n"].lower().split()))
    day = counted(count, "day", now, -1) if count else None
    return day and replace(day, part=parts.get(match["part"].lower(), "evening"))
