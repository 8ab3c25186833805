"""Whether a sentence looks back or ahead, and which half of the day it means."""

from __future__ import annotations

from typing import Literal

import pytest

from memory_graph.text.times import find_times
from tests.unit.times.reader import NOW, short


@pytest.mark.parametrize(
    ("text", "day"),
    [("this coming Friday", 3), ("the coming weekend", 4), ("the upcoming Monday", 6),
     ("this coming Thursday", 2), ("接下来的周五", 3), ("接下来的周末", 4)],
)  # fmt: skip
def test_what_is_coming_lies_ahead_for_whoever_looks_back(text: str, day: int) -> None:
    (found,) = find_times(text, NOW, prefer="past")
    assert (found.since.month, found.since.day) == (7, day)


@pytest.mark.parametrize(
    ("text", "prefer", "day"),
    [
        ("周三下午开会", "future", "07-08"),
        ("周三下午开会", "past", "07-01"),
        ("周三下午开会了", "future", "07-01"),
        ("记得周三下午开会，别忘了", "future", "07-08"),
        ("on Wednesday at 3", "future", "07-08"),
        ("on Wednesday at 3", "past", "07-01"),
        ("what did we do on Wednesday", "future", "07-01"),
        ("we will meet on Wednesday", "past", "07-08"),
    ],
)
def test_tense_decides_which_weekday(
    text: str, prefer: Literal["future", "past"], day: str
) -> None:
    (phrase,) = find_times(text, NOW, prefer=prefer)
    assert f"{phrase.since:%m-%d}" == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "昨晚聚会，凌晨两点才回家",
            [("昨晚", "07-01 18:00", "07-02 00:00"), ("凌晨两点", "07-02 02:00", "07-02 03:00")],
        ),
        (
            "周五到上海，当天下午三点见客户",
            [("周五", "07-03 00:00", "07-04 00:00"), ("下午三点", "07-03 15:00", "07-03 16:00")],
        ),
        (
            "I get up at six, dinner is at seven.",
            [("at six", "07-03 06:00", "07-03 07:00"), ("at seven", "07-03 19:00", "07-03 20:00")],
        ),
        (
            "We have dinner at 8 and breakfast at 7.",
            [("at 8", "07-02 20:00", "07-02 21:00"), ("at 7", "07-02 07:00", "07-02 08:00")],
        ),
        ("睡到九点", [("九点", "07-03 09:00", "07-03 10:00")]),
        ("从晚上9点开始", [("从晚上9点开始", "07-02 21:00", "01-01 00:00")]),
    ],
)
def test_the_words_beside_a_clock_time_tell_its_half_of_the_day(
    text: str, expected: list[tuple[str, str, str]]
) -> None:
    assert [short(phrase) for phrase in find_times(text, NOW)] == expected
