"""What the words of a phrase say, field by field, before it is known which window they mean."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields, replace
from typing import Literal

from memory_graph.text.times.feasts import Feast
from memory_graph.text.times.types import Precision

Part = Literal["dawn", "morning", "noon", "afternoon", "evening", "late"]
# fmt: off
Portion = Literal[
    "early", "mid", "late", "start", "middle", "end", "half1", "half2", "to_mid", "from_mid",
]
"""A piece of a month, quarter, week or year; the last four are its halves, 上中旬 and 中下旬."""
Unit = Literal["weekday", "week", "weekend"]
DATE_FIELDS = frozenset((
    "year", "month", "day", "last_day", "date", "week", "isoweek", "weekday", "weekend",
    "season", "quarter", "half", "portion", "nth", "span", "feast", "months",
))
# fmt: on


@dataclass(frozen=True, slots=True)
class Nth:
    """The first Friday, the second week or the last weekend of a month."""

    number: int
    """From 1, or -1 for the last."""
    unit: Unit
    weekday: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """A window that the words give outright, as "half an hour ago" or "the past week" do."""

    since: dt.datetime
    until: dt.datetime
    precision: Precision


@dataclass(frozen=True, slots=True)
class Spec:
    """Fields that one or more pieces of text have filled; None was not said."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    last_day: int | None = None
    """Last day of "June 3-5"."""
    months: int | None = None
    """How many months from ``month`` on, for 六七月."""
    feast: Feast | None = None
    """A feast that moves, in the ``year`` if one is given."""
    date: dt.date | None = None
    counted: bool | None = None
    """True for a date counted in weeks: a weekday said with it is the one of that week."""
    isoweek: int | None = None
    """Number of a calendar week (ISO 8601)."""
    week: dt.date | None = None
    """The Monday of the week."""
    weekday: int | None = None
    weekend: bool | None = None
    season: int | None = None
    quarter: int | None = None
    half: int | None = None
    """First or second half of the year, 0 or 1."""
    portion: Portion | None = None
    """Of the month if one is given or ``monthly``, of the week if one is given, else the year."""
    monthly: bool | None = None
    nth: Nth | None = None
    """Of the month; names no window without one."""
    span: Span | None = None
    part: Part | None = None
    hour: int | None = None
    minute: int | None = None
    hours: int | None = None
    """How many hours from ``hour`` on, for 三四点."""
    meridiem: Literal["am", "pm"] | None = None
    exact: bool | None = None
    """True for an hour on the 24-hour clock."""
    zone: str | None = None
    """The zone in which the clock time was said, if not the user's."""

    def filled(self) -> frozenset[str]:
        """Names of the fields that were said."""
        return frozenset(f.name for f in fields(self) if getattr(self, f.name) is not None)

    @property
    def dated(self) -> bool:
        """True when something says which day, week, month or year."""
        return not DATE_FIELDS.isdisjoint(self.filled())

    def date_part(self) -> Spec:
        """The fields that say which day, without part of day and clock."""
        return replace(
            self, part=None, hour=None, minute=None, hours=None, meridiem=None, exact=None,
            zone=None,
        )  # fmt: skip

    @property
    def clocked(self) -> bool:
        """True when an hour is given."""
        return self.hour is not None


_CLOCK = frozenset({"hour", "minute", "hours", "meridiem", "exact", "zone"})
_COVERS: dict[str, frozenset[str]] = {
    "date": frozenset({"year", "month", "day", "week", "quarter", "half", "season", "weekend"}),
    "week": frozenset({"year", "month", "day", "quarter", "half", "season"}),
    "isoweek": frozenset({"month", "day", "week", "quarter", "half", "season", "portion", "nth"}),
    "portion": frozenset({"day", "week", "weekday", "weekend", "season", "quarter", "half"}),
    "month": frozenset({"season", "quarter", "half", "weekend"}),
    "season": frozenset({"quarter", "half", "weekday", "day", "weekend"}),
    "quarter": frozenset({"half", "weekday", "day", "weekend"}),
    "weekend": frozenset({"weekday", "day", "month", "year"}),
    "nth": frozenset({"portion", "day", "weekday", "weekend", "week", "date", "season", "half"}),
    "months": frozenset({"day", "last_day", "portion", "week", "weekday", "weekend", "nth"}),
    "feast": DATE_FIELDS - {"year"},
    "span": DATE_FIELDS | _CLOCK | {"part"},
}
"""Fields that a field leaves no room for, beside itself."""


def _taken(names: frozenset[str]) -> frozenset[str]:
    """The fields, and those they leave no room for."""
    return names.union(*(_COVERS.get(name, frozenset()) for name in names))


def merge(first: Spec, second: Spec) -> Spec | None:
    """Both together, or None when they speak of the same thing or exclude each other."""
    left, right = first.filled(), second.filled()
    if _taken(left) & right or left & _taken(right):
        return None
    return replace(first, **{name: getattr(second, name) for name in right})
