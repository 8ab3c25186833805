"""The first Friday, the second week, the last weekend of a month."""

from __future__ import annotations

from datetime import date, timedelta

from memory_graph.text.times.calendar import Days, days_in_month, one_day
from memory_graph.text.times.spec import Nth

_SATURDAY = 5


def nth_of_month(nth: Nth, first: date) -> Days | None:
    """Its days in the month that begins with ``first``; None when it has no such.

    A week is counted from the first of the month, or back from its end; a weekend belongs to the
    month of its Saturday.
    """
    if nth.unit == "week":
        return _week(nth.number, first)
    weekday = nth.weekday if nth.unit == "weekday" else _SATURDAY
    day = _weekday(nth.number, weekday, first)
    if day is None:
        return None
    return one_day(day) if nth.unit == "weekday" else Days(day, day + timedelta(days=2), "weekend")


def _week(number: int, first: date) -> Days | None:
    end = first + timedelta(days=days_in_month(first))
    since = end - timedelta(days=7) if number < 0 else first + timedelta(days=7 * (number - 1))
    return Days(since, min(since + timedelta(days=7), end), "week") if since < end else None


def _weekday(number: int, weekday: int, first: date) -> date | None:
    """The ``number``-th such weekday of the month."""
    length = days_in_month(first)
    found = [
        day
        for day in (first + timedelta(days=n) for n in range(length))
        if day.weekday() == weekday
    ]
    if number < 0:
        return found[-1]
    return found[number - 1] if number <= len(found) else None
