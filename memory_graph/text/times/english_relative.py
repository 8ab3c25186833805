"""English wording that starts from another day or takes a part of a longer time.

A week from Monday, earlier this week, the end of the week, early next month, the night before last.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.english_words import COUNT, WEEKDAY, WEEKDAYS
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.resolve import resolve
from memory_graph.text.times.rules import Rule, latin_rule
from memory_graph.text.times.spec import Portion, Span, Spec

_STEPS = {"last": -1, "this": 0, "the": 0, "next": 1}
_PORTIONS: dict[str, Portion] = {
    "early": "early", "mid": "mid", "late": "late", "start": "start", "beginning": "start",
    "middle": "middle", "end": "end",
}  # fmt: skip


@cache
def relative_rules() -> tuple[Rule, ...]:
    """All of them."""
    return (*_portion_rules(), *_sofar_rules(), *_week_from_rules(), *_night_rules())


def _portion_rules() -> tuple[Rule, ...]:
    """The end of the week, early next month, late last year, end of month."""
    unit = "(?P<unit>week|month|year)"
    near = r"(?P<step>this|last|next)"
    of = r"(?:the\s+)?(?P<portion>start|beginning|middle|end)\s+of\s+"
    return (
        latin_rule(rf"\b{of}(?P<step>the|this|last|next)\s+{unit}\b", _portion_of),
        latin_rule(rf"\b(?P<portion>end)\s+of\s+(?P<step>){unit}\b(?!\s*-?\s*\d)", _portion_of),
        latin_rule(rf"\b(?P<portion>early|late)\s+{near}\s+{unit}\b", _portion_of),
    )


def _portion_of(match: re.Match[str], now: datetime) -> Spec:
    step = _STEPS.get(match["step"].lower(), 0)
    portion, unit = _PORTIONS[match["portion"].lower()], match["unit"].lower()
    if unit == "week":
        return Spec(week=calendar.monday_of(now.date(), step), portion=portion)
    if unit == "year":
        return Spec(year=now.year + step, portion=portion)
    first = calendar.add_months(now.date().replace(day=1), step)
    return Spec(year=first.year, month=first.month, portion=portion)


def _sofar_rules() -> tuple[Rule, ...]:
    """Earlier this week is until now, later today is from now on."""
    which = r"(?:(?:this|in\s+the)\s+(?P<unit>week|month|year)|to(?P<day>day))"
    return (latin_rule(rf"\b(?P<way>earlier|later)\s+{which}\b", _sofar),)


def _sofar(match: re.Match[str], now: datetime) -> Spec | None:
    """The part of the day, week, month or year before or after now; all of it when that is none."""
    today = now.date()
    whole = {
        "week": Spec(week=calendar.monday_of(today)),
        "month": Spec(year=now.year, month=now.month),
        "year": Spec(year=now.year),
    }.get((match["unit"] or "").lower(), Spec(date=today))
    window = resolve(whole, now, "future")
    if window is None or window.since.timestamp() >= now.timestamp():
        return whole
    if match["way"].lower() == "later":
        return Spec(span=Span(now, window.until, "range"))
    return Spec(span=Span(window.since, now, "range"))


def _week_from_rules() -> tuple[Rule, ...]:
    """A week from Monday, two weeks from tomorrow, a week on Friday, Monday week."""
    day = rf"(?:(?P<near>today|tomorrow)|(?:next\s+)?(?P<day>{WEEKDAY}))\b"
    week = r"\s+(?P<unit>week|fortnight)s?\s+"
    return (
        latin_rule(rf"\b(?P<n>{COUNT}){week}(?:from|after)\s+{day}", _week_from),
        latin_rule(rf"\b(?P<n>an?){week}on\s+{day}", _week_from),
        latin_rule(rf"\b(?P<n>){day}\s+(?P<unit>week|fortnight)\b(?!\s*(?:end|-))", _week_from),
    )


def _week_from(match: re.Match[str], now: datetime) -> Spec | None:
    """The day, so many weeks on; a weekday is the first that has not ended."""
    count = read_number(match["n"]) if match["n"] else 1
    if count is None or not 1 <= count <= 520:
        return None
    today = now.date()
    if match["near"]:
        start = today + timedelta(days=match["near"].lower() == "tomorrow")
    else:
        weekday = WEEKDAYS.index(match["day"].lower())
        start = today + timedelta(days=(weekday - today.weekday()) % 7)
    weeks = count * (2 if match["unit"].lower() == "fortnight" else 1)
    return Spec(date=start + timedelta(weeks=weeks))


def _night_rules() -> tuple[Rule, ...]:
    """Last night, last evening, the night before last."""

    def evening(days: int, now: datetime) -> Spec:
        return Spec(date=now.date() - timedelta(days=days), part="evening")

    return (
        latin_rule(r"\blast\s+(?:night|evening)\b", lambda _m, n: evening(1, n)),
        latin_rule(
            r"\b(?:the\s+)?(?:night|evening)\s+before\s+last\b", lambda _m, n: evening(2, n)
        ),
    )
