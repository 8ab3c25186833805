"""Times written for people, and read back."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.times import find_times, format_date, format_time
from memory_graph.types import Language

ZONE = ZoneInfo("Asia/Shanghai")
YEAR_1990, YEAR_2080 = (datetime.fromisoformat(f"{year}-01-01") for year in (1990, 2080))


def moment(*parts: int) -> datetime:
    year, month, day, *clock = parts
    hour, minute = (*clock, 0, 0)[:2]
    return datetime(year, month, day, hour, minute, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("since", "until", "english", "chinese"),
    [
        ((2026, 7, 2, 16), None, "Thursday 2 July 2026, 16:00", "2026年7月2日（周四）16:00"),
        (
            (2026, 7, 2, 16, 5),
            (2026, 7, 2, 16, 6),
            "Thursday 2 July 2026, 16:05",
            "2026年7月2日（周四）16:05",
        ),
        (
            (2026, 7, 2, 16),
            (2026, 7, 2, 17),
            "Thursday 2 July 2026, 16:00",
            "2026年7月2日（周四）16:00",
        ),
        ((2026, 7, 2), (2026, 7, 3), "Thursday 2 July 2026", "2026年7月2日（周四）"),
        (
            (2026, 7, 2, 15),
            (2026, 7, 2, 17, 30),
            "Thursday 2 July 2026, 15:00–17:30",
            "2026年7月2日（周四）15:00–17:30",
        ),
        (
            (2026, 7, 2, 18),
            (2026, 7, 3),
            "Thursday 2 July 2026, 18:00–24:00",
            "2026年7月2日（周四）18:00–24:00",
        ),
        (
            (2026, 6, 29),
            (2026, 7, 6),
            "Monday 29 June 2026 – Sunday 5 July 2026",
            "2026年6月29日（周一）至2026年7月5日（周日）",
        ),
        ((2026, 7, 1), (2026, 8, 1), "July 2026", "2026年7月"),
        ((2026, 1, 1), (2027, 1, 1), "2026", "2026年"),
        ((1000, 1, 1), (2026, 7, 1), "before Wednesday 1 July 2026", "2026年7月1日（周三）之前"),
        ((2026, 7, 6), (3000, 1, 1), "from Monday 6 July 2026", "2026年7月6日（周一）起"),
        (
            (2026, 7, 2, 22),
            (2026, 7, 3, 4),
            "Thursday 2 July 2026, 22:00 – Friday 3 July 2026, 04:00",
            "2026年7月2日（周四）22:00至2026年7月3日（周五）04:00",
        ),
    ],
)
def test_window_is_written(
    since: tuple[int, ...], until: tuple[int, ...] | None, english: str, chinese: str
) -> None:
    window = moment(*since), moment(*until) if until else None
    assert format_time(*window, "en") == english
    assert format_time(*window, "zh") == chinese


def test_date_is_written() -> None:
    assert format_date(moment(2026, 7, 2, 16), "en") == "Thursday 2 July 2026"
    assert format_date(moment(2026, 7, 2, 16), "zh") == "2026年7月2日（周四）"


@given(
    since=st.datetimes(YEAR_1990, YEAR_2080, timezones=st.just(ZONE)),
    language=st.sampled_from(["en", "zh"]),
)
def test_written_moment_is_read_back(since: datetime, language: Language) -> None:
    since = since.replace(second=0, microsecond=0, fold=0)
    words = format_time(since, since + timedelta(minutes=1), language)
    (phrase,) = find_times(words, moment(2026, 7, 2))
    assert phrase.words == words
    assert phrase.since.replace(fold=0) == since or since.year < 1992  # summer time until 1991
