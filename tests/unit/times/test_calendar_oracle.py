"""Every phrase of ``tables/`` against windows that ``calendar_oracle`` works out on its own.

The meaning of a phrase is written beside it in the small notation of ``tables/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory_graph.text.times import find_times, looks_like_time
from tests.unit.times.calendar_oracle import expected, table

TABLES = Path(__file__).parent / "tables"
ZONES = (ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York"))
DAY = timedelta(days=1)

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


def lines(name: str) -> list[str]:
    return (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def rows(language: str) -> list[tuple[str, str]]:
    return list(table(lines(language)))


def clocks() -> Iterator[datetime]:
    for zone in ZONES:
        for number, day in enumerate(DAYS):
            yield datetime.combine(day, CLOCKS[number % 3], zone)


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
    assert len(phrases) >= 200
    assert len(set(phrases)) == len(phrases)


@pytest.mark.parametrize(("name", "looks"), [("harmless", False), ("nameless", True)])
def test_texts_that_name_no_window_give_none_at_any_time(name: str, looks: bool) -> None:
    texts = [line for line in lines(name) if line and not line.startswith("#")]
    late = datetime(2026, 12, 31, 21, 5, tzinfo=ZONES[1])
    assert len(texts) >= 60
    assert [text for text in texts if looks_like_time(text) is not looks] == []
    assert [text for text in texts for now in (next(clocks()), late) if find_times(text, now)] == []
