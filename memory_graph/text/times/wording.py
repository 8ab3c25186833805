"""Writes times for people, in English and Chinese."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory_graph.types import Language

_WEEKDAYS_ZH = "一二三四五六日"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
# fmt: off
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)
# fmt: on
_FAR_PAST, _FAR_FUTURE = 1000, 3000


def format_date(day: datetime, language: Language) -> str:
    """Write the day: "Thursday 2 July 2026", "2026年7月2日（周四）"."""
    if language == "zh":
        return f"{_day_zh(day)}（周{_WEEKDAYS_ZH[day.weekday()]}）"
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def format_time(since: datetime, until: datetime | None, language: Language) -> str:
    """Write the window ``[since, until)`` in the zone of ``since``.

    A moment, a minute and an hour that begins on the hour are written as one clock time; whole
    days without one; a whole month or year by its name; anything else as a range. A window
    without a beginning or end is written as "before …" or "from …".
    """
    if until is None:
        return _moment(since, language)
    if until.tzinfo is not None and since.tzinfo is not None:
        until = until.astimezone(since.tzinfo)
    if since.year <= _FAR_PAST:
        return (
            f"{_edge(until, language)}之前"
            if language == "zh"
            else f"before {_edge(until, language)}"
        )
    if until.year >= _FAR_FUTURE:
        return (
            f"{_edge(since, language)}起" if language == "zh" else f"from {_edge(since, language)}"
        )
    if _is_one_time(since, until):
        return _moment(since, language)
    if _begins_day(since) and _begins_day(until):
        return _whole_days(since, until, language)
    return _range(since, until, language)


def _day_zh(day: datetime) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def _clock(moment: datetime) -> str:
    return f"{moment.hour:02}:{moment.minute:02}"


def _moment(moment: datetime, language: Language) -> str:
    """Day and clock time."""
    link = "" if language == "zh" else ", "
    return f"{format_date(moment, language)}{link}{_clock(moment)}"


def _edge(moment: datetime, language: Language) -> str:
    """The day alone when the moment begins it."""
    return format_date(moment, language) if _begins_day(moment) else _moment(moment, language)


def _begins_day(moment: datetime) -> bool:
    return (moment.hour, moment.minute) == (0, 0)


def _is_one_time(since: datetime, until: datetime) -> bool:
    """True for an empty window, a minute, and an hour on the hour."""
    length = until - since
    return length <= timedelta(minutes=1) or (length == timedelta(hours=1) and since.minute == 0)


def _whole_days(since: datetime, until: datetime, language: Language) -> str:
    """A day, a month, a year, or the first and last day."""
    last = until - timedelta(days=1)
    if last.date() <= since.date():
        return format_date(since, language)
    months = (until.year - since.year) * 12 + until.month - since.month
    if since.day == until.day == 1 and months == 1:
        return f"{since.year}年{since.month}月" if language == "zh" else _month_en(since)
    if since.day == until.day == since.month == until.month == 1 and months == 12:
        return f"{since.year}年" if language == "zh" else str(since.year)
    return f"{format_date(since, language)}{_dash(language)}{format_date(last, language)}"


def _month_en(day: datetime) -> str:
    return f"{_MONTHS[day.month - 1]} {day.year}"


def _dash(language: Language) -> str:
    return "至" if language == "zh" else " – "


def _range(since: datetime, until: datetime, language: Language) -> str:
    """Two clock times of a day, or two moments."""
    if since.date() == until.date():
        return f"{_moment(since, language)}–{_clock(until)}"
    if _begins_day(until) and until.date() - since.date() == timedelta(days=1):
        return f"{_moment(since, language)}–24:00"
    return f"{_moment(since, language)}{_dash(language)}{_moment(until, language)}"
