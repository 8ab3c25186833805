"""Every phrase of ``tables/`` against windows that this file works out on its own.

The meaning of a phrase is written beside it in the small notation of ``tables/README.md`` and
found here by looking at days one by one, on purpose without the code under test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory_graph.text.times import find_times

TABLES = Path(__file__).parent / "tables"
ZONES = (ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York"))
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY = timedelta(days=1)
FAR_PAST = 1000

# A week over a month's edge, a week over a year's edge, leap days, the American clock changes.
DAYS = (
    *(date(2026, 6, 29) + n * DAY for n in range(7)),
    *(date(2026, 12, 28) + n * DAY for n in range(7)),
    *(date(2024, 2, 28) + n * DAY for n in range(3)),
    *(date(2026, 2, 28) + n * DAY for n in range(2)),
    date(2026, 3, 8),
    date(2026, 3, 31),
    date(2026, 5, 31),
    date(2026, 11, 1),
)
CLOCKS = (time(10, 31, 20), time(21, 5), time(0, 0))


def rows(language: str) -> list[tuple[str, str]]:
    lines = (TABLES / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [(phrase, meaning) for phrase, meaning in pairs]


def clocks() -> Iterator[datetime]:
    for zone in ZONES:
        for number, day in enumerate(DAYS):
            yield datetime.combine(day, CLOCKS[number % 3], zone)


def at(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    wall = datetime.combine(day + minutes // 1440 * DAY, time(minutes % 1440 // 60, minutes % 60))
    return wall.replace(tzinfo=zone).astimezone(UTC)


def month_days(year: int, month: int, count: int = 1) -> tuple[date, date]:
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    day = first
    for _ in range(count):
        day = (day + 31 * DAY).replace(day=1)
    return first, day


def portion(first: date, after: date, text: str) -> tuple[date, date]:
    begin, _, end = text.partition("-")
    return first + (int(begin) - 1) * DAY, first + int(end) * DAY if end else after


def fixed(meaning: str, today: date) -> tuple[date, date] | None:
    """The days of a meaning that does not recur."""
    if m := re.fullmatch(r"d([+-]\d+)", meaning):
        day = today + int(m[1]) * DAY
        return day, day + DAY
    if m := re.fullmatch(r"(we?)([+-]\d+)(?:\.(\w+))?", meaning):
        monday = today
        while monday.weekday():
            monday -= DAY
        monday += 7 * int(m[2]) * DAY
        if m[1] == "we":
            return monday + 5 * DAY, monday + 7 * DAY
        day = monday + WEEKDAYS.index(m[3]) * DAY if m[3] else monday
        return day, day + (1 if m[3] else 7) * DAY
    if m := re.fullmatch(r"m([+-]\d+)(?::(\S+))?", meaning):
        days = month_days(today.year, today.month + int(m[1]))
        return portion(*days, m[2]) if m[2] else days
    if m := re.fullmatch(r"q([+-]\d+)", meaning):
        return month_days(today.year, (today.month - 1) // 3 * 3 + 1 + 3 * int(m[1]), 3)
    return in_year(meaning, today)


def in_year(meaning: str, today: date) -> tuple[date, date] | None:
    """A year, or something in it, relative or as written."""
    m = re.fullmatch(
        r"(?:y([+-]\d+)|(\d{4}))(?::(\d+)\+(\d))?(?:[.-](\d+))?(?:[.-](\d+))?", meaning
    )
    if m is None:
        written = re.fullmatch(r"(\d{4})-(\d+):(\S+)", meaning)
        if written is None:
            return None
        return portion(*month_days(int(written[1]), int(written[2])), written[3])
    year = today.year + int(m[1]) if m[1] else int(m[2])
    if m[3]:
        return month_days(year, int(m[3]), int(m[4]))
    if m[6]:
        return date(year, int(m[5]), int(m[6])), date(year, int(m[5]), int(m[6])) + DAY
    return month_days(year, int(m[5])) if m[5] else (date(year, 1, 1), date(year + 1, 1, 1))


@cache
def recurring(what: str) -> list[tuple[date, date]]:
    """Every occurrence in the years around the days of the test, found day by day."""
    found = []
    for number in range(7 * 366):
        day = date(2022, 6, 1) + number * DAY
        if what in {"day", WEEKDAYS[day.weekday()], f"{day.month}.{day.day}"}:
            found.append((day, day + DAY))
        elif what == f"m{day.month}" and day.day == 1:
            found.append(month_days(day.year, day.month))
    return found


def span(clock: str) -> tuple[int, int]:
    """Minutes after midnight of ``15``, ``15:30``, ``18-24`` or ``15..17:30``."""
    begin, _, end = clock.replace("..", "-").partition("-")
    hour, _, minute = begin.partition(":")
    start = int(hour) * 60 + int(minute or 0)
    if not end:
        return start, start + (1 if minute else 60)
    hour, _, minute = end.partition(":")
    return start, int(hour) * 60 + int(minute or 0)


def expected(meaning: str, now: datetime) -> tuple[datetime, datetime]:
    zone = now.tzinfo
    assert isinstance(zone, ZoneInfo)
    if m := re.fullmatch(r"t([+-]\d+)", meaning):
        since = (now.astimezone(UTC) + timedelta(minutes=int(m[1]))).replace(second=0)
        return since, since + timedelta(minutes=1)
    if m := re.fullmatch(r"(last|coming) (\d+)d", meaning):
        step = int(m[2]) * DAY
        if m[1] == "last":
            return at(now.date() - step, 0, zone), now
        return now, at(now.date() + step + DAY, 0, zone)
    if meaning.startswith("since "):
        return expected(meaning.removeprefix("since "), now)[0], now
    if meaning.startswith("before "):
        begin = datetime(FAR_PAST, 1, 1, tzinfo=zone)
        return begin, expected(meaning.removeprefix("before "), now)[0]
    if " to " in meaning:
        left, right = meaning.split(" to ")
        since = expected(left, now)[0]
        return since, expected(right, since.astimezone(zone))[1]
    return one(meaning, now, zone)


def one(meaning: str, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    days, _, clock = meaning.partition(" @")
    which, _, what = days.partition(".")

    def window(since: date, until: date) -> tuple[datetime, datetime]:
        if not clock:
            return at(since, 0, zone), at(until, 0, zone)
        begin, end = span(clock)
        return at(since, begin, zone), at(since, end, zone)

    if which not in {"next", "past"}:
        found = fixed(days, now.date())
        assert found is not None, f"unknown meaning {meaning!r}"
        return window(*found)
    if which == "next":
        near = (p for p in recurring(what) if p[1] >= now.date() - DAY)
        clocked = clock and "-" not in clock
        chance = timedelta(minutes=1) if clocked else None
        ends = ((w := window(*pair), w[0] + chance if chance else w[1]) for pair in near)
        return next(w for w, end in ends if end > now)
    side = 1 if what in WEEKDAYS else 0
    near = (p for p in reversed(recurring(what)) if p[0] <= now.date() + DAY)
    return next(w for pair in near if (w := window(*pair))[side] <= now)


def check(phrase: str, meaning: str) -> None:
    for now in clocks():
        found = find_times(phrase, now)
        assert len(found) == 1, f"{phrase!r} at {now}: {found}"
        since, until = expected(meaning, now)
        got = (found[0].since.astimezone(UTC), found[0].until.astimezone(UTC))
        assert got == (since.astimezone(UTC), until.astimezone(UTC)), (
            f"{phrase!r} at {now:%a %c %Z}"
        )
        assert found[0].since.tzinfo is now.tzinfo
        assert phrase[found[0].start : found[0].end] == found[0].words


@pytest.mark.parametrize(("phrase", "meaning"), rows("zh"))
def test_chinese_phrase_means_the_expected_window(phrase: str, meaning: str) -> None:
    check(phrase, meaning)


@pytest.mark.parametrize(("phrase", "meaning"), rows("en"))
def test_english_phrase_means_the_expected_window(phrase: str, meaning: str) -> None:
    check(phrase, meaning)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_tables_are_large_and_without_repeats(language: str) -> None:
    phrases = [phrase for phrase, _ in rows(language)]
    assert len(phrases) >= 60
    assert len(set(phrases)) == len(phrases)
