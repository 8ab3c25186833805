"""Windows that are counted from now: "three days ago", 两周后, "the past seven days".

A count of minutes or hours is a moment, to the minute. Days are whole days. Of weeks, months and
years a plan means the day itself ("in two weeks"), a recollection the calendar week, month or
year around it ("two weeks ago"), for people remember no better than that; of half a month, the
week.
A rolling window takes whole days: the past seven days begin at midnight seven days ago and end
now; the next three days begin now and end with the third day after today.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Literal

from memory_graph.text.times import calendar
from memory_graph.text.times.spec import Span, Spec

Unit = Literal["minute", "hour", "day", "week", "month", "year"]
_LIMITS: dict[Unit, float] = {
    "minute": 1_000_000,
    "hour": 100_000,
    "day": 36_600,
    "week": 5_200,
    "month": 1_200,
    "year": 100,
}


def counted(amount: float, unit: Unit, now: datetime, sign: int) -> Spec | None:
    """The window ``amount`` units before (sign -1) or after now; None when absurdly far."""
    if amount > _LIMITS[unit]:
        return None
    if unit in {"minute", "hour"}:
        return _moment(sign * _elapsed(amount, unit), now)
    target = shift(now.date(), amount, unit, sign)
    if sign > 0 or unit == "day" or amount == 0:
        return Spec(date=target, counted=True if unit == "week" else None)
    if unit == "week" or (unit == "month" and amount < 1):
        return Spec(week=calendar.monday_of(target))
    if unit == "month" or amount % 1:
        return Spec(year=target.year, month=target.month)
    return Spec(year=target.year)


def same_day(amount: float, unit: Unit, now: datetime, sign: int) -> Spec | None:
    """The very day ``amount`` units away, however long ago; None when absurdly far."""
    if amount > _LIMITS[unit] or unit in {"minute", "hour"}:
        return None
    return Spec(date=shift(now.date(), amount, unit, sign))


def rolling(amount: float, unit: Unit, now: datetime, sign: int) -> Spec | None:
    """The window of ``amount`` units that ends (sign -1) or begins (sign 1) now."""
    zone = now.tzinfo
    if zone is None or not 0 < amount <= _LIMITS[unit]:
        return None
    if unit in {"minute", "hour"}:
        edge = calendar.later(now, sign * _elapsed(amount, unit))
    else:
        day = shift(now.date(), amount, unit, sign) + timedelta(days=max(sign, 0))
        edge = calendar.instant(day, 0, zone)
    since, until = (edge, now) if sign < 0 else (now, edge)
    return Spec(span=Span(since, until, "range"))


def shift(day: date, amount: float, unit: Unit, sign: int) -> date:
    """The day ``amount`` days, weeks, months or years away."""
    if unit == "day":
        return day + timedelta(days=sign * int(amount))
    if unit == "week":
        return day + timedelta(days=sign * int(amount * 7))
    months = int(amount * (12 if unit == "year" else 1))
    days = int(amount % 1 * 30) if unit == "month" else 0
    return calendar.add_months(day, sign * months) + timedelta(days=sign * days)


def _elapsed(amount: float, unit: Unit) -> timedelta:
    """Minutes or hours as elapsed time."""
    return timedelta(minutes=amount) if unit == "minute" else timedelta(hours=amount)


def _moment(step: timedelta, now: datetime) -> Spec:
    """The minute that lies ``step`` away."""
    since = calendar.later(now, step).replace(second=0, microsecond=0)
    return Spec(span=Span(since, calendar.later(since, timedelta(minutes=1)), "minute"))
