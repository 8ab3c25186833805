"""Reads the times a model writes: full ISO times, days, months and years."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo

from memory_graph.fields import usable_time

_DAY = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


def read_moment(text: str, zone: tzinfo) -> tuple[datetime, datetime | None]:
    """Start and, for a day, month or year, the end (half-open) of what an ISO text names.

    A time without zone is taken in ``zone``. Raises ValueError for anything else, and for times no
    calendar holds.
    """
    text = text.strip()
    match = _DAY.fullmatch(text)
    try:
        if match:
            first, after = _unit(match)
            return usable_time(_midnight(first, zone)), usable_time(_midnight(after, zone))
        moment = datetime.fromisoformat(text)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=zone)
        moment.astimezone(zone)
    except OverflowError as error:
        raise ValueError(f"time {text!r} is out of range") from error
    return usable_time(moment), None


def read_interval(
    start: str | None, end: str | None, zone: tzinfo
) -> tuple[datetime | None, datetime | None]:
    """The half-open interval of two ISO texts; raises ValueError when it ends before it starts."""
    begin, unit_end = read_moment(start, zone) if start else (None, None)
    if not end:
        return begin, unit_end
    finish, finish_unit = read_moment(end, zone)
    if begin is None:
        return None, finish
    if finish == begin:
        return begin, finish_unit
    if finish < begin:
        raise ValueError("the interval ends before it starts")
    return begin, finish


def _unit(match: re.Match[str]) -> tuple[date, date]:
    """First day of a year, month or day, and the first day after it."""
    year, month, day = (int(part) if part else None for part in match.groups())
    first = date(year or 0, month or 1, day or 1)
    if day:
        return first, first + timedelta(days=1)
    if month:
        return first, (first + timedelta(days=31)).replace(day=1)
    return first, date(first.year + 1, 1, 1)


def _midnight(day: date, zone: tzinfo) -> datetime:
    """The start of a day where the user lives."""
    return datetime.combine(day, time(), tzinfo=zone)
