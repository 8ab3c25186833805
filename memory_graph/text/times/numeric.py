"""Dates and times in digits, the same in every language: 2026-07-02, 2026.07.02, 15:30."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.rules import Rule, latin_plain_rule, latin_rule
from memory_graph.text.times.spec import Span, Spec

_AHEAD = 15
"""A year of two digits lies at most so far ahead."""


@cache
def numeric_rules() -> tuple[Rule, ...]:
    """ISO dates with dashes or slashes, and HH:MM; a longer run of digits is neither."""
    return (
        latin_rule(r"(?<![\w/.:-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d/-]|\.\d)", _date),
        latin_rule(r"(?<![\w/.:-])((?:19|20)\d\d)(\.)(\d\d)\.(\d\d)(?![\w.-]|[-/]\d)", _date),
        latin_rule(
            r"(?<![\d.:/])(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2}))?(?![\d:]|\.\d|\s*[ap]\.?m\b)",
            _clock,
        ),
        latin_rule(
            r"(?<![\w/.:-])\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?"
            r"(?:Z|[+-]\d{2}:?\d{2})(?![\d:])",
            _zoned,
        ),
        latin_rule(
            r"(?<![\w/.:-])(\d{1,2})([/-])(\d{1,2})\2(?P<year>(?:19|20)\d\d)(?![\d/-]|\.\d)",
            _slashed,
        ),
        latin_rule(r"(?<![\w/.:-])(\d{1,2})(/)(\d{1,2})/(?P<year>\d\d)(?![\d/-]|\.\d)", _slashed),
        latin_rule(r"(?<![\w/.:-])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?![\w/-]|\.\d)", _dotted),
        latin_rule(
            r"\b(?:on|by|until|till|since|before|after|from|due|dated)\s+"
            r"(?P<core>(\d{1,2})\.(\d{1,2})\.(\d\d))(?![\w/-]|\.\d)",
            _dotted,
        ),
        latin_rule(
            r"\b(?:on|by|until|till|since|before|after|from|due)\s+(?P<core>(\d{1,2})/(\d{1,2}))"
            r"(?![\d/]|\.\d|\s*(?:(?:of|the|a)\b|%))",
            _day_and_month,
        ),
        latin_rule(
            r"(?<![\w/.:-])(?P<core>(1[0-2]|0?[1-9])/(1[3-9]|2\d|3[01]))(?=[\u4e00-\u9fff])(?!的)",
            _day_and_month,
        ),
        latin_rule(
            r"(?<![\w/.:-])(0?[1-9]|1[0-2])/((?:19|20)\d\d)(?![\d/])",
            lambda m, _n: Spec(year=int(m[2]), month=int(m[1])),
        ),
        latin_rule(
            r"(?<![\w/.:-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\w/:-]|\.\w)",
            lambda m, _n: Spec(year=int(m[1]), month=int(m[2])),
        ),
        latin_rule(r"(?<![\w/.:-])(\d{4})-?W(\d{2})(?:-([1-7]))?(?![\w/-])", _iso_week),
        latin_rule(
            r"(?<![\w/.:-])((?:19|20)\d\d)[ -]?Q([1-4])(?!\w)",
            lambda m, _n: Spec(year=int(m[1]), quarter=int(m[2]) - 1),
        ),
        latin_plain_rule("noise", r"(?<![\d.:])\d{1,6}(?:(?::\d{1,6}){3,9}|(?:\.\d{1,6}){2,9})"),
    )


def _date(match: re.Match[str], _now: datetime) -> Spec | None:
    day = calendar.make_date(int(match[1]), int(match[3]), int(match[4]))
    return None if day is None else Spec(date=day)


def _slashed(match: re.Match[str], now: datetime) -> Spec | None:
    """15/06/2026 and 6/15/26 are one day; 7/2/2026 is July or February, and names none."""
    first, second, year = int(match[1]), int(match[3]), _full_year(match["year"], now)
    days = {calendar.make_date(year, first, second), calendar.make_date(year, second, first)}
    found = [day for day in days if day is not None]
    return Spec(date=found[0]) if len(found) == 1 else None


def _full_year(digits: str, now: datetime) -> int:
    """A year of two digits is the last such year, or one that lies a few years ahead."""
    year = int(digits)
    if len(digits) == 4:
        return year
    year += now.year // 100 * 100
    return year - 100 if year > now.year + _AHEAD else year


def _day_and_month(match: re.Match[str], _now: datetime) -> Spec | None:
    """14/3 and 3/14 are one day; 3/4 is March or April, and names none."""
    first, second = int(match[2]), int(match[3])
    leap = 2024
    days = {calendar.make_date(leap, first, second), calendar.make_date(leap, second, first)}
    found = [day for day in days if day is not None]
    return Spec(month=found[0].month, day=found[0].day) if len(found) == 1 else None


def _iso_week(match: re.Match[str], _now: datetime) -> Spec | None:
    """2026-W12, 2026-W12-3."""
    monday = calendar.iso_week(int(match[1]), int(match[2]))
    if monday is None or not calendar.MIN_YEAR <= monday.year <= calendar.MAX_YEAR:
        return None
    weekday = int(match[3]) - 1 if match[3] else None
    return Spec(year=int(match[1]), isoweek=int(match[2]), weekday=weekday)


def _dotted(match: re.Match[str], now: datetime) -> Spec | None:
    """15.06.2026: with dots the day is first."""
    last, month, year = match.groups()[-3:]
    day = calendar.make_date(_full_year(year, now), int(month), int(last))
    return None if day is None else Spec(date=day)


def _zoned(match: re.Match[str], now: datetime) -> Spec | None:
    """A moment written with its offset, in the zone of ``now``."""
    try:
        moment = datetime.fromisoformat(match[0].upper())
    except ValueError:
        return None
    if not calendar.MIN_YEAR <= moment.year <= calendar.MAX_YEAR:
        return None
    since = moment.astimezone(now.tzinfo).replace(second=0, microsecond=0)
    return Spec(span=Span(since, calendar.later(since, timedelta(minutes=1)), "minute"))


def _clock(match: re.Match[str], _now: datetime) -> Spec | None:
    hour, minute = int(match["h"]), int(match["m"])
    if hour > 24 or minute > 59 or int(match["s"] or 0) > 59 or (hour == 24 and minute):
        return None
    written = match["h"].startswith("0") or hour > 12
    return Spec(hour=hour, minute=minute, exact=True if written else None)
