"""Texts made to be slow to read are read in time that grows with their length, not its square."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_graph.text.times import find_times, looks_like_time
from tests.growth import assert_work_follows_length

NOW = datetime(2026, 7, 2, tzinfo=UTC)
MANY = 8000


@pytest.mark.parametrize(
    ("start", "repeated", "end"),
    [
        ("", "the ", "first week of june last"),
        ("", "the on ", "first week of june last"),
        ("", "1,000", " years ago"),
        ("", "一", "年前"),
        ("", "上", "周"),
        ("", "early ", "1990s"),
        ("at", " ", "seven thirty"),
        ("", "half a ", "hour ago"),
        ("", "quarter of an ", "hour ago"),
        ("", "the week before ", "3 June 2022"),
        ("", "between 3 and ", "5 pm"),
        ("", "3 days before ", "christmas"),
        ("", "1-", "5月"),
        ("", "2024.", "03.05 中"),
        ("", "Mon-", "Fri"),
        ("", "a week from ", "Monday"),
        ("", "明天", ""),
        ("", "June ", ""),
        ("remind me on Monday ", "what told", ""),
        ("please, Monday ", "what is ", "?"),
        ("", "Monday and ", "Tuesday next week"),
        ("", "下周一和", ""),
        ("每月", "1号和", ""),
        ("1st", ", 5th", " of June"),
        ("解放路", "15", "号"),
        ("", "三月十五、", ""),
        ("5月", "12、", "13号"),
        ("", "how many ", "until Monday"),
        ("Monday ", "moved ", "to Friday"),
        ("", "finished it ", "in three weeks"),
        ("", "9am daily ", ""),
        ("", "9am to ", "5pm on weekdays"),
        ("", "三点（", "北京时间"),
        ("", "周一到", "周五九点到五点"),
        ("", "the last day of ", "June"),
    ],
)
def test_repetition_costs_no_more_than_its_length(start: str, repeated: str, end: str) -> None:
    text = start + repeated * MANY
    assert_work_follows_length(lambda part: find_times(part, NOW), text, end)
    assert_work_follows_length(looks_like_time, text, end)
