"""Times told from another: the day before Christmas, two weeks after 5 May, 国庆前三天.

"The week before" and 前三天 are the days that lie directly beside; "a week before" is one day, so
far away. A weekday or weekend is the nearest one that lies wholly before or after.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from functools import cache

from memory_graph.text.times import calendar
from memory_graph.text.times.english_words import COUNT, WEEKDAY, WEEKDAYS
from memory_graph.text.times.numbers import read_number
from memory_graph.text.times.offsets import Unit, shift
from memory_graph.text.times.resolve import Resolved
from memory_graph.text.times.types import Precision

_REACH = 40
_MOST = 400
_HAN_UNITS: dict[str, Unit] = {
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month",
    "年": "year",
}  # fmt: skip


_COUNTED_FROM = re.compile(r"(?:yesterday|tomorrow|last\s)", re.IGNORECASE)
"""What "a week ago" is counted from; other days are themselves so long ago."""
_CLOCK_UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}


@dataclass(frozen=True, slots=True)
class Beside:
    """How far from a time, on which side, and where the words begin and end.

    A ``sign`` of 0 is the week, or the weekend, that holds the day.
    """

    start: int
    end: int
    sign: int
    count: int = 1
    unit: Unit = "day"
    weekday: int | None = None
    """The nearest such weekday instead; 7 for the weekend."""
    whole: bool = True
    """All of the ``count`` units, not the day at their far end."""
    may_be_inside: bool = False
    """True for 前三天, which of a week, month or year are the first ones in it."""
    from_start: bool = False
    """True for 第三天, which is counted from the first day of the time."""
    only_inside: bool = False
    """True for "the first three days of" and 最后一天, which lie in nothing shorter."""


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    before = re.compile(
        r"(?<!every\s)(?<!each\s)(?<!any\s)(?<!some\s)"
        rf"\b(?:(?P<the>the)\s+)?(?:(?P<n>half\s+an|{COUNT})\s+)?"
        rf"(?:(?P<unit>minute|hour|day|night|evening|week|month|year)s?|(?P<weekday>weekend|{WEEKDAY}))\s+"
        r"(?P<way>before|after|following|preceding|from|ago)\s+(?:the\s+)?$",
        re.IGNORECASE | re.ASCII,
    )
    after = re.compile(
        r"的?(?P<way>[前后])的?(?P<n>\d{1,2}|[一两二三四五六七八九十]{1,2})个?"
        r"(?P<unit>天|日|周|星期|礼拜|月|年)(?![前后内])"
    )
    next_day = re.compile(r"的?(?:第(?P<n>\d{1,2}|[二三四五六七八九十]{1,3})天|次日|隔天|翌日)")
    week_of = re.compile(
        r"(?<!first\s)(?<!second\s)(?<!third\s)(?<!fourth\s)(?<!last\s)"
        r"\b(?P<what>week|weekend)\s+of\s+(?:the\s+)?$",
        re.IGNORECASE | re.ASCII,
    )
    first_of = re.compile(
        rf"\b(?:the\s+)?(?P<way>first|last|final)\s+(?:(?P<n>{COUNT})\s+)?"
        r"(?P<unit>day|week|month)(?P<many>s)?\s+of\s+(?:the\s+)?$",
        re.IGNORECASE | re.ASCII,
    )
    ends = re.compile(
        r"的?(?P<way>第一|头|最后)(?P<n>(?<!第一)(?:\d{1,2}|[一两二三四五六七八九十]{1,2}))?个?"
        r"(?P<unit>天|周(?![末一二三四五六日天])|星期(?![一二三四五六日天])|月)"
    )
    first_after = re.compile(
        "之?(?P<way>[前后])的?(?:(?<=后)第一|(?<=后的)第一|最后一)个?"
        "(?:(?P<weekend>周末)|(?:周|星期|礼拜)(?P<day>[一二三四五六日天]))"
    )
    eve = re.compile("的?前[夕夜](?!色)")
    that_week = re.compile("的?那一?个?(?:(?P<what>周末)|周(?!末)|星期|礼拜)(?![一二三四五六日天])")
    return before, week_of, first_of, after, next_day, ends, first_after, eve, that_week


def read_beside(text: str, start: int, end: int) -> Beside | None:
    """What stands around the time ``text[start:end]`` and tells another from it."""
    return _said_before(text, start, end) or _said_after(text, start, end)


def _said_before(text: str, start: int, end: int) -> Beside | None:
    """The week before, two days after, the weekend of a time."""
    before, week_of, first_of, *_ = _patterns()
    begin = max(0, start - _REACH)
    head = text[begin:start]
    match = before.search(head)
    if match and (match["way"].lower() != "ago" or _COUNTED_FROM.match(text, start)):
        return _english(match, begin + match.start(), end)
    if match := week_of.search(head):
        weekend = match["what"].lower() == "weekend"
        return Beside(begin + match.start(), end, 0, weekday=7 if weekend else None)
    if match := first_of.search(head):
        return _first_or_last(match, begin + match.start(), end)
    return None


def _first_or_last(match: re.Match[str], start: int, end: int) -> Beside | None:
    """The first or last days, weeks or months of a time."""
    count = read_number(" ".join(match["n"].lower().split())) if match["n"] else 1
    several = match["n"] is None and match.groupdict().get("many")
    if count is None or several or not 1 <= count <= _MOST:
        return None
    sign = -1 if match["way"].lower() in {"first", "第一", "头"} else 1
    word = match["unit"].lower()
    unit = _HAN_UNITS.get(word) or _unit(word)
    return Beside(start, end, sign, count, unit, may_be_inside=True, only_inside=True)


def _said_after(text: str, start: int, end: int) -> Beside | None:
    """…前三天, …的第二天, …那周, …最后一天, …后第一个周末."""
    *_, after, next_day, ends, first_after, eve, that_week = _patterns()
    readers = (
        (first_after, _first_after),
        (ends, _first_or_last),
        (after, _days_after),
        (next_day, _nth_day),
        (eve, lambda match, start, end: Beside(start, end, -1)),
        (that_week, _that_week),
    )
    for pattern, read in readers:
        if match := pattern.match(text, end):
            return read(match, start, match.end())
    return None


def _first_after(match: re.Match[str], start: int, end: int) -> Beside:
    """The first weekend or weekday after a time, the last before it."""
    day = match["day"]
    weekday = 7 if day is None else min("一二三四五六日天".index(day), 6)
    return Beside(start, end, -1 if match["way"] == "前" else 1, weekday=weekday)


def _days_after(match: re.Match[str], start: int, end: int) -> Beside | None:
    count = read_number(match["n"])
    if count is None or not 1 <= count <= _MOST:
        return None
    sign = -1 if match["way"] == "前" else 1
    return Beside(start, end, sign, count, _HAN_UNITS[match["unit"]], may_be_inside=True)


def _nth_day(match: re.Match[str], start: int, end: int) -> Beside | None:
    """国庆第三天 is the third day from the first on."""
    count = read_number(match["n"]) if match["n"] else 2
    if count is None or not 2 <= count <= _MOST:
        return None
    return Beside(start, end, 1, count, from_start=True)


def _that_week(match: re.Match[str], start: int, end: int) -> Beside:
    return Beside(start, end, 0, weekday=7 if match["what"] else None)


def _english(match: re.Match[str], start: int, end: int) -> Beside | None:
    sign = -1 if match["way"].lower() in {"before", "preceding", "ago"} else 1
    if match["weekday"]:
        word = match["weekday"].lower()
        weekday = 7 if word == "weekend" else WEEKDAYS.index(word)
        return (
            None
            if match["n"] or match["way"].lower() == "from"
            else Beside(start, end, sign, weekday=weekday)
        )
    if match["way"].lower() == "from" and not match["n"]:
        return None
    count = read_number(" ".join(match["n"].lower().split())) if match["n"] else 1
    unit = _unit(match["unit"].lower())
    if (match["n"] or "").lower().startswith("half"):
        if unit != "hour":
            return None
        count, unit = 30, "minute"
    if count is None or not 1 <= count <= _MOST:
        return None
    whole = match["the"] is not None or match["n"] is None
    return Beside(start, end, sign, count, unit, whole=whole)


def _unit(word: str) -> Unit:
    found: dict[str, Unit] = {
        "minute": "minute", "hour": "hour", "week": "week", "month": "month", "year": "year",
    }  # fmt: skip
    return found.get(word, "day")


def step_aside(beside: Beside, window: Resolved) -> Resolved | None:
    """The time that is meant, given the one it is told from; None when that is no whole day."""
    zone = window.since.tzinfo
    is_clock = window.precision in {"minute", "hour"}
    if zone is None or window.precision == "part_of_day":
        return None
    if is_clock or beside.unit in _CLOCK_UNITS:
        return _from_clock(beside, window) if is_clock else None
    if beside.sign == 0:
        return _week_of(window.day, beside.weekday, zone) if window.day is not None else None
    if beside.from_start:
        day = window.since.date() + timedelta(days=beside.count - 1)
        return _days(day, day + timedelta(days=1), zone)
    if beside.may_be_inside and _is_finer(beside.unit, window.precision):
        return _inside(beside, window.since.date(), window.until.date(), zone)
    return None if beside.only_inside else _outside(beside, window, zone)


def _from_clock(beside: Beside, window: Resolved) -> Resolved | None:
    """The minute so long before or after a clock time: "two hours before midnight"."""
    if beside.unit not in _CLOCK_UNITS or beside.sign == 0:
        return None
    step = beside.sign * beside.count * _CLOCK_UNITS[beside.unit]
    since = calendar.later(window.since, step)
    return Resolved(since, calendar.later(since, timedelta(minutes=1)), "minute", window.day)


def _outside(beside: Beside, window: Resolved, zone: tzinfo) -> Resolved | None:
    """The days before or after the window."""
    edge = window.since.date() if beside.sign < 0 else window.until.date()
    if beside.weekday is not None:
        return _nearest(beside.weekday, beside.sign, edge, zone)
    if not beside.whole and window.day is None:
        return None
    far = shift(edge, beside.count, beside.unit, beside.sign)
    if beside.whole:
        since, until = min(edge, far), max(edge, far)
    else:
        since = far if beside.sign < 0 else far - timedelta(days=1)
        until = since + timedelta(days=1)
    return _days(since, until, zone)


def _is_finer(unit: Unit, precision: Precision) -> bool:
    """True when the window is made of such units: months of a year, days of a week."""
    sizes: tuple[str, ...] = ("day", "week", "month", "quarter", "year")
    return precision in sizes[1:] and sizes.index(unit) < sizes.index(precision)


def _inside(beside: Beside, first: date, end: date, zone: tzinfo) -> Resolved | None:
    """The first or last days, weeks or months of a window; None when it has not so many."""
    if beside.sign < 0:
        since, until = first, shift(first, beside.count, beside.unit, 1)
    else:
        since, until = shift(end, beside.count, beside.unit, -1), end
    return _days(since, until, zone) if first <= since and until <= end else None


def _week_of(day: date, weekday: int | None, zone: tzinfo) -> Resolved:
    """The week that holds the day, or its weekend."""
    monday = calendar.monday_of(day)
    if weekday is None:
        return _days(monday, monday + timedelta(days=7), zone)
    return _days(monday + timedelta(days=5), monday + timedelta(days=7), zone)


def _nearest(weekday: int, sign: int, edge: date, zone: tzinfo) -> Resolved:
    """The nearest weekday, or weekend (7), that ends by ``edge`` or begins there or later."""
    length, first = (2, 5) if weekday == 7 else (1, weekday)
    day = edge - timedelta(days=length) if sign < 0 else edge
    while day.weekday() != first:
        day += timedelta(days=sign)
    return _days(day, day + timedelta(days=length), zone)


def _days(since: date, until: date, zone: tzinfo) -> Resolved:
    single = until - since == timedelta(days=1)
    first, last = calendar.instant(since, 0, zone), calendar.instant(until, 0, zone)
    return Resolved(first, last, "day" if single else "range", since if single else None)
