"""Times said in a zone, and days over a clock change."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory_graph.errors import InputError
from memory_graph.text.times import find_times, looks_like_time
from tests.unit.times.reader import NEW_YORK, NOW, SHANGHAI


@pytest.mark.parametrize(
    "text",
    ["3pm CST", "3pm local time", "3pm UTC+15", "15:00 IST", "当地时间三点"],
)
def test_a_zone_that_can_t_be_told_leaves_the_time_unread(text: str) -> None:
    assert find_times(text, NOW.replace(tzinfo=ZoneInfo("Europe/Berlin"))) == ()
    assert looks_like_time(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Let's meet on Friday at 3pm CST", "07-03"),
        ("The call is on July 6, 2026 at 9:30 AM IST", "07-06"),
        ("3pm local time tomorrow", "07-03"),
        ("下周五当地时间三点", "07-10"),
    ],
)
def test_the_day_of_a_time_in_a_zone_that_can_t_be_told_stays(text: str, day: str) -> None:
    (phrase,) = find_times(text, NOW.replace(tzinfo=ZoneInfo("Europe/Berlin")))
    assert (f"{phrase.since:%m-%d %H:%M}", phrase.precision) == (f"{day} 00:00", "day")
    assert phrase.until - phrase.since == timedelta(days=1)


@pytest.mark.parametrize(
    ("zone", "text", "begin"),
    [
        ("Europe/Berlin", "3pm UTC+5:30", "07-02 11:30"),
        ("Europe/Berlin", "3pm GMT-3:30", "07-02 20:30"),
        ("Asia/Shanghai", "3pm CST", "07-02 15:00"),
        ("America/New_York", "3pm CST", "07-02 16:00"),
        ("Asia/Kolkata", "3pm IST", "07-02 15:00"),
        ("Asia/Shanghai", "3pm CET", "07-02 21:00"),
        ("Europe/Berlin", "3pm UTC-7", "07-03 00:00"),
    ],
)
def test_a_zone_of_two_meanings_is_that_of_the_user(zone: str, text: str, begin: str) -> None:
    (phrase,) = find_times(text, NOW.replace(tzinfo=ZoneInfo(zone)))
    assert f"{phrase.since:%m-%d %H:%M}" == begin


def test_offset_in_a_written_moment_is_honoured() -> None:
    (phrase,) = find_times("2026-07-02T15:30:00Z", NOW)
    assert f"{phrase.since:%H:%M}" == "23:30"


def test_days_last_from_midnight_to_midnight_over_a_clock_change() -> None:
    (spring,) = find_times("tomorrow", datetime(2026, 3, 7, 12, tzinfo=NEW_YORK))
    (autumn,) = find_times("tomorrow", datetime(2026, 10, 31, 12, tzinfo=NEW_YORK))
    hours = [(p.until.timestamp() - p.since.timestamp()) / 3600 for p in (spring, autumn)]
    assert hours == [23, 25]


def test_clock_time_that_a_change_skips_moves_on() -> None:
    (phrase,) = find_times("tomorrow at 2:30am", datetime(2026, 3, 7, 12, tzinfo=NEW_YORK))
    assert f"{phrase.since:%H:%M}" == "03:30"


def test_now_needs_a_zone_and_a_sane_year() -> None:
    with pytest.raises(InputError, match="time zone"):
        find_times("today", NOW.replace(tzinfo=None))
    with pytest.raises(InputError, match="years"):
        find_times("today", datetime(9999, 7, 2, tzinfo=SHANGHAI))
