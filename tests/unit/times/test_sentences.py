"""What is found in whole sentences: inheritance, ranges, lists."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from memory_graph.text.times import find_times, looks_like_time
from tests.unit.times.reader import NOW, short


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "把明天下午三点的会改到四点",
            [("明天下午三点", "07-03 15:00"), ("四点", "07-03 16:00")],
        ),
        ("周五晚上八点的课改到九点", [("周五晚上八点", "07-03 20:00"), ("九点", "07-03 21:00")]),
        ("上午十点的会推迟到三点", [("上午十点", "07-03 10:00"), ("三点", "07-03 15:00")]),
        ("明天上午开会，下午写报告", [("明天上午", "07-03 06:00"), ("下午", "07-03 12:00")]),
        ("把周三的会改到周五上午十点", [("周三", "07-08 00:00"), ("周五上午十点", "07-03 10:00")]),
        ("7月20号的会改到25号", [("7月20号", "07-20 00:00"), ("25号", "07-25 00:00")]),
        (
            "move tomorrow's 3pm review to 4",
            [("tomorrow's 3pm", "07-03 15:00"), ("4", "07-03 16:00")],
        ),
        (
            "Move the 3pm review tomorrow to 4:15.",
            [("3pm", "07-03 15:00"), ("tomorrow", "07-03 00:00"), ("4:15", "07-03 16:15")],
        ),
        ("move it from 3pm to 4pm", [("3pm", "07-02 15:00"), ("4pm", "07-02 16:00")]),
        ("Call tomorrow evening around 7", [("tomorrow evening around 7", "07-03 19:00")]),
        ("Every morning I run at 8. Lunch at 1?", [("at 1", "07-02 13:00")]),
        ("下周二下午2点在3号会议室", [("下周二下午2点", "07-07 14:00")]),
        ("後天下午三點，還有下週三", [("後天下午三點", "07-04 15:00"), ("下週三", "07-08 00:00")]),
        ("明天 meeting at 3pm", [("明天", "07-03 00:00"), ("3pm", "07-03 15:00")]),
        ("free the weekend of the 12th", [("weekend of the 12th", "07-11 00:00")]),
        ("busy the week of the 15th", [("week of the 15th", "07-13 00:00")]),
        ("Lunch tomorrow. Call at 3pm.", [("tomorrow", "07-03 00:00"), ("3pm", "07-02 15:00")]),
    ],
)
def test_sentence_is_read_phrase_by_phrase(text: str, expected: list[tuple[str, str]]) -> None:
    assert [short(p)[:2] for p in find_times(text, NOW)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7月2号下午三点到五点开会", ("7月2号下午三点到五点", "07-02 15:00", "07-02 17:00")),
        ("明天三到五点有空", ("明天三到五点", "07-03 15:00", "07-03 17:00")),
        ("晚上十一点到凌晨一点", ("晚上十一点到凌晨一点", "07-02 23:00", "07-03 01:00")),
        ("7月2日到5日出差", ("7月2日到5日", "07-02 00:00", "07-06 00:00")),
        ("7月2-5日出差", ("7月2-5日", "07-02 00:00", "07-06 00:00")),
        ("it runs 11-1pm", ("11-1pm", "07-02 11:00", "07-02 13:00")),
        ("from 9 to 5 tomorrow", ("from 9 to 5 tomorrow", "07-03 09:00", "07-03 17:00")),
        ("between 3 and 10 May", ("between 3 and 10 May", "05-03 00:00", "05-11 00:00")),
        ("out on July 6-8", ("July 6-8", "07-06 00:00", "07-09 00:00")),
        (
            "from Monday 3pm to Tuesday 5pm",
            ("from Monday 3pm to Tuesday 5pm", "07-06 15:00", "07-07 17:00"),
        ),
    ],
)
def test_range_is_one_phrase(text: str, expected: tuple[str, str, str]) -> None:
    (phrase,) = find_times(text, NOW)
    assert short(phrase) == expected
    assert (phrase.precision, phrase.direction) == ("range", "point")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("last Monday and Tuesday", ["06-22", "06-23"]),
        ("off next Monday, Wednesday at 3", ["07-06", "07-08"]),
        ("out Monday, Tuesday and Friday next week", ["07-06", "07-07", "07-10"]),
        ("Monday and next Tuesday", ["06-29", "07-07"]),
        ("last Monday. Tuesday we met", ["06-22", "06-30"]),
        ("下周一和周二", ["07-06", "07-07"]),
        ("下周一、周二、周四", ["07-06", "07-07", "07-09"]),
        ("上周一上午和周五下午", ["06-22", "06-26"]),
        ("上周三、四", ["06-24", "06-25"]),
        ("周一和下周二", ["06-29", "07-07"]),
        ("上周一，周二开会", ["06-22", "06-30"]),
        ("周六日", ["06-27", "06-28"]),
        ("周三和四位朋友吃饭", ["07-01"]),
        ("on the 3rd and the 5th", ["06-03", "06-05"]),
        ("on June 14th, 15th and 16th", ["06-14", "06-15", "06-16"]),
        ("五月十四、十五号", ["05-14", "05-15"]),
        ("5月12、13、14号", ["05-12", "05-13", "05-14"]),
        ("on 12, 13 and 14 May", ["05-12", "05-13", "05-14"]),
        ("How was my weekend?", ["06-27"]),
        ("下周一三五健身", ["07-06", "07-08", "07-10"]),
        ("上周二、四、六游泳", ["06-23", "06-25", "06-27"]),
    ],
)
def test_days_of_a_list_share_their_week_and_month(text: str, days: list[str]) -> None:
    assert [f"{one.since:%m-%d}" for one in find_times(text, NOW, prefer="past")] == days


@pytest.mark.parametrize("text", ["Saturday, 18 July", "on Sat 18 July", "7月18日（周六）"])
@pytest.mark.parametrize("prefer", ["future", "past"])
def test_a_weekday_beside_a_date_tells_the_year(
    text: str, prefer: Literal["future", "past"]
) -> None:
    (phrase,) = find_times(text, NOW, prefer=prefer)
    assert f"{phrase.since:%Y-%m-%d}" == "2026-07-18"


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("What did I do in May and June?", ["2026-05", "2026-06"]),
        ("in April, May and June 2025", ["2025-04", "2025-05", "2025-06"]),
        ("in May or June last year", ["2025-05", "2025-06"]),
        ("May/June 2025", ["2025-05", "2025-06"]),
        ("in December and January 2025", ["2024-12", "2025-01"]),
        ("on 3 May and 5 June 2025", ["2025-05", "2025-06"]),
        ("去年5月和6月", ["2025-05", "2025-06"]),
        ("2024年12月和1月", ["2024-12", "2025-01"]),
        ("去年中秋和国庆", ["2025-10", "2025-10"]),
        ("I came in April and may be back.", ["2026-04"]),
        ("April and June came to dinner", []),
    ],
)
def test_months_and_feasts_of_a_list_share_their_year(text: str, months: list[str]) -> None:
    now = datetime(2026, 7, 15, 14, 20, tzinfo=ZoneInfo("Asia/Shanghai"))
    found = find_times(text, now, prefer="past")
    assert [f"{one.since:%Y-%m}" for one in found] == months


def test_a_feast_beyond_the_tables_is_reported() -> None:
    assert find_times("1900年春节", NOW) == ()
    assert looks_like_time("1900年春节")
