"""On which day a feast falls that moves: by Easter, by a weekday, by the moon or by the sun.

Easter is the western one (the Gregorian computus of Meeus, Jones and Butcher). The sun's terms are
those of the Chinese calendar, good for 1949 to 2099.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from memory_graph.text.times.calendar import MAX_YEAR, MIN_YEAR, Days
from memory_graph.text.times.moon import MONTHS, moon_day, new_year

By = Literal["easter", "weekday", "moon", "eve", "sun"]
_CENTURY = {4: (5.59, 4.81), 12: (22.60, 21.94)}
_OFF = {(1951, 12): 1, (1980, 12): 1, (1984, 12): 1, (2021, 12): -1}
"""Years in which the rule for the sun's terms errs."""


@dataclass(frozen=True, slots=True)
class Feast:
    """A day that is another one each year."""

    by: By
    month: int = 0
    """The month it is in; by the moon, the one of that calendar."""
    day: int = 0
    """The day of the month by the moon; of weekdays the number in the month, -1 for the last."""
    weekday: int = 0
    shift: int = 0
    """How many days from there the time begins."""
    days: int = 1


def feast_days(feast: Feast, year: int) -> Days | None:
    """The days of a feast in a year; None when it can't be told."""
    first = _first(feast, year) if MIN_YEAR <= year <= MAX_YEAR else None
    if first is None:
        return None
    since = first + timedelta(days=feast.shift)
    until = since + timedelta(days=feast.days)
    return Days(since, until, "day" if feast.days == 1 else "range")


def _first(feast: Feast, year: int) -> date | None:
    if feast.by == "easter":
        return _easter(year)
    if feast.by == "weekday":
        return _nth_weekday(year, feast)
    if feast.by == "sun":
        return _sun_term(year, feast.month)
    if feast.by == "eve":
        first = new_year(year)
        return first and first - timedelta(days=1)
    return _by_moon(year, feast)


def _by_moon(year: int, feast: Feast) -> date | None:
    """The day in the year that begins in January: the last two months reach into the next one."""
    years = {MONTHS: (year - 1, year), MONTHS - 1: (year, year - 1)}.get(feast.month, (year,))
    days = (moon_day(one, feast.month, feast.day) for one in years)
    return next((day for day in days if day is not None and day.year == year), None)


def _easter(year: int) -> date:
    century, rest = divmod(year, 100)
    golden = year % 19
    epact = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _nth_weekday(year: int, feast: Feast) -> date:
    if feast.day > 0:
        first = date(year, feast.month, 1)
        ahead = (feast.weekday - first.weekday()) % 7
        return first + timedelta(days=ahead + 7 * (feast.day - 1))
    last = date(year + feast.month // 12, feast.month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - feast.weekday) % 7)


def _sun_term(year: int, month: int) -> date | None:
    """清明 or 冬至, by the rule of thumb of almanacs."""
    if not 1949 <= year <= 2099:
        return None
    in_century, constant = year % 100, _CENTURY[month][year >= 2000]
    day = int(in_century * 0.2422 + constant) - in_century // 4 + _OFF.get((year, month), 0)
    return date(year, month, day)
