"""From the fields of a phrase to its window: candidate days first, then the clock, then a choice.

Conventions, the same in both languages:

- Weeks start on Monday. "last/this/next Tuesday" is the Tuesday of last, this or next week.
- A bare weekday, month, day of the month or clock time recurs. Looking forward it is the first
  occurrence that has not ended (for a clock time: not begun); looking back the last one that has
  begun (for a bare weekday: before today).
- An hour from 1 to 7 without part of day is in the afternoon or early evening (13:00–19:00).
- Midnight ends the day it is said of; 零点 and 00:00 begin it.
- Month: early 1–10, mid 11–20, late and end 21–last. Year: start January–February, middle
  June–July, end November–December; early, mid and late are thirds, as all of them are of a season
  and a quarter: their months. Week: the start is Monday and
  Tuesday, the middle Wednesday and Thursday, the end Friday to Sunday. Halves: a month to the
  15th and from the 16th, a week to Wednesday and from Thursday. Calendar weeks are those of ISO.
- The first week of a month is its first seven days, the last week its last seven; a weekend
  belongs to the month of its Saturday.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo

from memory_graph.text.times import calendar
from memory_graph.text.times.calendar import Days
from memory_graph.text.times.clock import HOURS, minutes_of_day
from memory_graph.text.times.feasts import feast_days
from memory_graph.text.times.nth import nth_of_month
from memory_graph.text.times.spec import Part, Spec
from memory_graph.text.times.types import Precision, Prefer
from memory_graph.text.times.zones import zone_named

_MONTH_PORTIONS = {
    "early": (1, 10), "start": (1, 10), "mid": (11, 20), "middle": (11, 20), "late": (21, 31),
    "end": (21, 31), "half1": (1, 15), "half2": (16, 31), "to_mid": (1, 20), "from_mid": (11, 31),
}  # fmt: skip
_YEAR_PORTIONS = {
    "early": (1, 4),
    "mid": (5, 4),
    "late": (9, 4),
    "start": (1, 2),
    "middle": (6, 2),
    "end": (11, 2),
    "half1": (1, 6),
    "half2": (7, 6),
    "to_mid": (1, 8),
    "from_mid": (5, 8),
}


@dataclass(frozen=True, slots=True)
class Resolved:
    """A window, and the day and part of day that a later bare clock time takes over."""

    since: datetime
    until: datetime
    precision: Precision
    day: date | None = None
    part: Part | None = None


def resolve(spec: Spec, now: datetime, prefer: Prefer) -> Resolved | None:
    """The window that ``spec`` means as seen from ``now``; None when there is none."""
    if spec.span is not None:
        return Resolved(spec.span.since, spec.span.until, spec.span.precision)
    zone = now.tzinfo
    if zone is None:
        return None
    days = _candidates(spec, now.date())
    windows = [window for day in days if (window := _at_time(spec, day, zone)) is not None]
    return _choose(windows, spec, now, prefer)


def _choose(windows: list[Resolved], spec: Spec, now: datetime, prefer: Prefer) -> Resolved | None:
    """The only window, or the one of several that ``prefer`` asks for."""
    if len(windows) <= 1:
        return windows[0] if windows else None
    moment = now.timestamp()
    if prefer == "future":
        return next((w for w in windows if _last_chance(w, spec) > moment), None)
    whole_weekday = spec.weekday is not None and spec.hour is None and spec.part is None
    ended = [w for w in windows if (w.until if whole_weekday else w.since).timestamp() <= moment]
    return ended[-1] if ended else None


def _last_chance(window: Resolved, spec: Spec) -> float:
    """Until when the window still lies ahead: a clock time for its minute, the rest to the end."""
    return window.since.timestamp() + 60 if spec.clocked else window.until.timestamp()


def _candidates(spec: Spec, today: date) -> list[Days]:
    """Days the date fields can mean, in order; yesterday to tomorrow when there are none."""
    if not spec.dated:
        return [calendar.one_day(today + timedelta(days=n)) for n in (-1, 0, 1)]
    if spec.date is not None or spec.week is not None:
        return [_of_date(spec, spec.date) if spec.date else _of_week(spec, spec.week or today)]
    if spec.isoweek is not None:
        return _iso_weeks(spec, spec.isoweek, today)
    if spec.nth is not None and spec.month is None:
        return []
    if spec.day is None and (spec.weekday is not None or spec.weekend):
        return _bare_week(spec, today)
    found = [days for days in _of_years(spec, today) if days is not None]
    return [days for days in found if _is_weekday(spec, days)] or found


def _is_weekday(spec: Spec, days: Days) -> bool:
    """False for a date that is not the weekday said with it: "Saturday, 18 July" tells the year."""
    return spec.weekday is None or spec.day is None or days.since.weekday() == spec.weekday


def _of_date(spec: Spec, day: date) -> Days:
    """The day, or of "in two weeks" the weekday of that week that was said with it."""
    if spec.counted and spec.weekday is not None:
        return _of_week(spec, calendar.monday_of(day))
    return calendar.one_day(day)


def _iso_weeks(spec: Spec, number: int, today: date) -> list[Days]:
    """The calendar week of the year that was said, or of the years around today."""
    years = range(today.year - 2, today.year + 3) if spec.year is None else [spec.year]
    mondays = [calendar.iso_week(year, number) for year in years]
    return [_of_week(spec, monday) for monday in mondays if monday is not None]


def _of_week(spec: Spec, monday: date) -> Days:
    """A week, or its weekday or weekend."""
    if spec.weekday is not None:
        return calendar.one_day(monday + timedelta(days=spec.weekday))
    if spec.portion is not None:
        return calendar.week_portion(monday, spec.portion)
    return calendar.weekend_days(monday) if spec.weekend else calendar.week_days(monday)


def _bare_week(spec: Spec, today: date) -> list[Days]:
    """A weekday or weekend without a week; none when a month or year is named as well."""
    if not {"year", "month", "quarter", "half", "season"}.isdisjoint(spec.filled()):
        return []
    return [_of_week(spec, calendar.monday_of(today, n)) for n in (-2, -1, 0, 1, 2)]


def _of_years(spec: Spec, today: date) -> Iterable[Days | None]:
    """What recurs every month or year, in the year that was said or in those around today."""
    if spec.month is None and (spec.day is not None or spec.monthly):
        firsts = (calendar.add_months(today.replace(day=1), n) for n in range(-13, 14))
        return [
            _of_month(spec, first.year, first.month)
            for first in firsts
            if spec.year in {None, first.year}
        ]
    reach = 9 if (spec.month, spec.day) == (2, 29) else 2
    around = range(today.year - reach, today.year + reach + 1)
    years = [spec.year] if spec.year is not None else around
    return [_of_year(spec, year) for year in years]


def _of_year(spec: Spec, year: int) -> Days | None:
    """The named piece of ``year``, or the year."""
    if not calendar.MIN_YEAR <= year <= calendar.MAX_YEAR:
        return None
    if spec.feast is not None:
        return feast_days(spec.feast, year)
    if spec.month is not None:
        return _of_month(spec, year, spec.month)
    return _piece_of_year(spec, year)


def _piece_of_year(spec: Spec, year: int) -> Days:
    """A season, quarter, half or portion of the year, or all of it."""
    if spec.season is not None:
        return _thirds(calendar.season_days(year, spec.season), spec.portion)
    if spec.quarter is not None:
        return _thirds(calendar.months_of(year, 3 * spec.quarter + 1, 3, "quarter"), spec.portion)
    if spec.half is not None:
        return calendar.months_of(year, 6 * spec.half + 1, 6, "range")
    if spec.portion is not None:
        return calendar.months_of(year, *_YEAR_PORTIONS[spec.portion], "range")
    return calendar.months_of(year, 1, 12, "year")


_THIRDS = {"early": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}


def _thirds(days: Days, portion: str | None) -> Days:
    """Three months, or the first, middle or last one of them."""
    if portion not in _THIRDS:
        return days
    first = calendar.add_months(days.since, _THIRDS[portion])
    return calendar.months_of(first.year, first.month, 1, "range")


def _of_month(spec: Spec, year: int, month: int) -> Days | None:
    """The named days of a month, or the month; None when it has no such day."""
    first = calendar.make_date(year, month, 1)
    if first is None:
        return None
    if spec.day is not None:
        return _day_of_month(spec, first)
    if spec.nth is not None:
        return nth_of_month(spec.nth, first)
    if spec.months is not None:
        return calendar.months_of(year, month, spec.months, "range")
    whole = calendar.months_of(year, month, 1, "month")
    if spec.portion is None:
        return whole
    begin, last = _MONTH_PORTIONS[spec.portion]
    until = whole.until if last == 31 else first.replace(day=last + 1)
    return Days(first.replace(day=begin), until, "range")


def _day_of_month(spec: Spec, first: date) -> Days | None:
    """One day of the month of ``first``, or the days up to ``last_day``."""
    start = calendar.make_date(first.year, first.month, spec.day or 0)
    if start is None or spec.last_day is None:
        return None if start is None else calendar.one_day(start)
    end = calendar.make_date(first.year, first.month, spec.last_day)
    if end is None or end <= start:
        return None
    return Days(start, end + timedelta(days=1), "range")


def _at_time(spec: Spec, days: Days, zone: tzinfo) -> Resolved | None:
    """The days with part of day and clock; None when a clock is asked of more than one day.

    Of a clock time in a zone that can't be told the days alone are left, where some are named.
    """
    if spec.zone and zone_named(spec.zone) is None:
        return _at_time(spec.date_part(), days, zone) if spec.dated else None
    if spec.hour is None and spec.part is None:
        since, until = calendar.instant(days.since, 0, zone), calendar.instant(days.until, 0, zone)
        return Resolved(since, until, days.precision, days.since if days.single else None)
    if not days.single:
        return None
    if spec.hour is not None:
        return _at_clock(spec, days.since, zone)
    if spec.part is None:
        return None
    first, last = HOURS[spec.part]
    since = calendar.instant(days.since, first * 60, zone)
    until = calendar.instant(days.since, last * 60, zone)
    return Resolved(since, until, "part_of_day", days.since, spec.part)


def _at_clock(spec: Spec, day: date, zone: tzinfo) -> Resolved | None:
    """One hour when only the hour was said, else one minute."""
    minutes = minutes_of_day(spec)
    said_in = zone_named(spec.zone) if spec.zone else zone
    if minutes is None or said_in is None:
        return None
    since = calendar.instant(day, minutes, said_in).astimezone(zone)
    part = spec.part or _half_day(minutes)
    if spec.minute is not None:
        until = calendar.later(since, timedelta(minutes=1))
        return Resolved(since, until, "minute", day, part)
    end = since.hour * 60 + since.minute + 60 * (spec.hours or 1)
    return Resolved(since, calendar.instant(since.date(), end, zone), "hour", day, part)


def _half_day(minutes: int) -> Part:
    """The part of day that a later hour without one takes over."""
    return "afternoon" if minutes >= 12 * 60 else "morning"


def inherit(spec: Spec, earlier: Resolved) -> Spec:
    """A bare clock time on the day, and in the part of day, of an ``earlier`` phrase.

    After a morning phrase an hour from 1 to 5 is still taken as the afternoon.
    """
    part, day = spec.part, earlier.day
    if part == "dawn" and earlier.part in {"evening", "late"} and day is not None:
        day += timedelta(days=1)  # the small hours belong to the night that was spoken of
    if part is None and spec.meridiem is None and not spec.exact:
        past_noon = earlier.part == "morning" and (spec.hour or 0) <= 5
        part = None if past_noon else earlier.part
    return replace(spec, date=day, part=part)
