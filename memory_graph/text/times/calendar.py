"""Calendar arithmetic on local dates and wall-clock times; no text, no current time.

A ``Days`` window is half-open in dates. Instants are built from local wall-clock times, so a day
lasts from local midnight to local midnight whatever the clocks do in between; a wall-clock time
that a clock change skips becomes the instant just as far after the change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from memory_graph.text.times.types import Precision

MIN_YEAR = 1500
MAX_YEAR = 2499
SEASON_STARTS = (3, 6, 9, 12)
"""First month of spring, summer, autumn and winter; each lasts three months."""
_WEEK_PORTIONS = {
    "early": (0, 2), "start": (0, 2), "mid": (2, 4), "middle": (2, 4), "half1": (0, 3),
    "half2": (3, 7), "to_mid": (0, 4), "from_mid": (2, 7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Days:
    """Whole local days ``[since, until)`` and how they were named."""

    since: date
    until: date
    precision: Precision

    @property
    def single(self) -> bool:
        """True for exactly one day."""
        return self.precision == "day"


def make_date(year: int, month: int, day: int) -> date | None:
    """The date, or None when there is no such day in the supported years."""
    if not MIN_YEAR <= year <= MAX_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def add_months(day: date, months: int) -> date:
    """The same day ``months`` later, or the last day of that month when it is shorter."""
    index = day.year * 12 + day.month - 1 + months
    first = date(index // 12, index % 12 + 1, 1)
    return first.replace(day=min(day.day, days_in_month(first)))


def days_in_month(day: date) -> int:
    """How many days the month of ``day`` has."""
    first = day.replace(day=1)
    following = date(first.year + first.month // 12, first.month % 12 + 1, 1)
    return (following - first).days


def monday_of(day: date, weeks: int = 0) -> date:
    """The Monday of the week of ``day``, ``weeks`` weeks on."""
    return day + timedelta(days=7 * weeks - day.weekday())


def one_day(day: date) -> Days:
    """The day itself."""
    return Days(day, day + timedelta(days=1), "day")


def iso_week(year: int, number: int) -> date | None:
    """The Monday of a calendar week (ISO 8601); None when the year has no such week."""
    try:
        return date.fromisocalendar(year, number, 1)
    except ValueError:
        return None


def week_days(monday: date) -> Days:
    """Monday to Sunday."""
    return Days(monday, monday + timedelta(days=7), "week")


def week_portion(monday: date, portion: str) -> Days:
    """The beginning (Monday, Tuesday), middle, end (Friday to Sunday) or a half of a week."""
    first, last = _WEEK_PORTIONS.get(portion, (4, 7))
    return Days(monday + timedelta(days=first), monday + timedelta(days=last), "range")


def weekend_days(monday: date) -> Days:
    """Saturday and Sunday of the week that starts on ``monday``."""
    return Days(monday + timedelta(days=5), monday + timedelta(days=7), "weekend")


def months_of(year: int, month: int, count: int, precision: Precision) -> Days:
    """``count`` whole months from ``month`` of ``year`` on."""
    first = date(year, month, 1)
    return Days(first, add_months(first, count), precision)


def season_days(year: int, season: int) -> Days:
    """Season 0 (spring) to 3 (winter); a winter belongs to the year of its December."""
    return months_of(year, SEASON_STARTS[season], 3, "season")


def instant(day: date, minutes: int, zone: tzinfo) -> datetime:
    """The moment ``minutes`` after local midnight on the wall clock; may run past 24 hours."""
    extra, rest = divmod(minutes, 24 * 60)
    wall = datetime.combine(day + timedelta(days=extra), time(rest // 60, rest % 60), zone)
    return wall.astimezone(UTC).astimezone(zone)


def later(moment: datetime, step: timedelta) -> datetime:
    """The moment after ``step`` of elapsed time, in the same zone."""
    return (moment.astimezone(UTC) + step).astimezone(moment.tzinfo)


def far_past(zone: tzinfo) -> datetime:
    """The lower bound of a window without a beginning."""
    return datetime(1000, 1, 1, tzinfo=zone)


def far_future(zone: tzinfo) -> datetime:
    """The upper bound of a window without an end."""
    return datetime(3000, 1, 1, tzinfo=zone)
