"""Times that are told by what time it is now: this time last year, the rest of the week.

"This time" of another year is that month, of another month that week, of another week that day,
and of another day the hour around.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memory_graph.text.times import calendar
from memory_graph.text.times.offsets import Unit, shift
from memory_graph.text.times.resolve import resolve
from memory_graph.text.times.spec import Span, Spec


def this_time(unit: Unit, step: int, now: datetime, *, is_day: bool = False) -> Spec:
    """The same time ``step`` units on, or the same day for ``is_day``."""
    day = shift(now.date(), abs(step), unit, 1 if step > 0 else -1)
    if is_day or unit == "week":
        return Spec(date=day)
    if unit == "year":
        return Spec(year=day.year, month=day.month)
    if unit == "month":
        return Spec(week=calendar.monday_of(day))
    minutes = now.hour * 60 + now.minute
    zone = now.tzinfo
    if zone is None:
        return Spec(date=day)
    middle = calendar.instant(day, minutes, zone)
    half = timedelta(minutes=30)
    return Spec(span=Span(calendar.later(middle, -half), calendar.later(middle, half), "range"))


def so_far(unit: str, earlier: bool, now: datetime) -> Spec:
    """The part of the day, week, month or year before or after now; all of it when that is none."""
    today = now.date()
    whole = {
        "week": Spec(week=calendar.monday_of(today)),
        "month": Spec(year=now.year, month=now.month),
        "year": Spec(year=now.year),
    }.get(unit, Spec(date=today))
    window = resolve(whole, now, "future")
    if window is None or window.since.timestamp() >= now.timestamp():
        return whole
    if earlier:
        return Spec(span=Span(window.since, now, "range"))
    return Spec(span=Span(now, window.until, "range"))
