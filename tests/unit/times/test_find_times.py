"""What is found in whole sentences: inheritance, ranges, open windows, tense; what is not found."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import InputError
from memory_graph.text.times import TimePhrase, find_times, looks_like_time

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 7, 2, 10, 30, tzinfo=SHANGHAI)  # a Thursday


def short(phrase: TimePhrase) -> tuple[str, str, str]:
    return phrase.words, f"{phrase.since:%m-%d %H:%M}", f"{phrase.until:%m-%d %H:%M}"


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
    ("text", "day"),
    [("this coming Friday", 3), ("the coming weekend", 4), ("the upcoming Monday", 6),
     ("this coming Thursday", 2), ("接下来的周五", 3), ("接下来的周末", 4)],
)  # fmt: skip
def test_what_is_coming_lies_ahead_for_whoever_looks_back(text: str, day: int) -> None:
    (found,) = find_times(text, NOW, prefer="past")
    assert (found.since.month, found.since.day) == (7, day)


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
    ("text", "words", "direction", "bound"),
    [
        ("since March we ship weekly", "since March", "open_end", "2026-03-01"),
        ("三月以来", "三月以来", "open_end", "2026-03-01"),
        ("从下周一开始休假", "从下周一开始", "open_end", "2026-07-06"),
        ("从周一起", "从周一起", "open_end", "2026-07-06"),
        ("from Monday on", "from Monday on", "open_end", "2026-07-06"),
        ("after July", "after July", "open_end", "2026-08-01"),
        ("七月之前", "七月之前", "open_start", "2026-07-01"),
        ("周五前交", "周五前", "open_start", "2026-07-03"),
        ("before next Friday", "before next Friday", "open_start", "2026-07-10"),
        ("until Friday", "until Friday", "open_start", "2026-07-04"),
    ],
)
def test_open_windows(text: str, words: str, direction: str, bound: str) -> None:
    (phrase,) = find_times(text, NOW)
    assert (phrase.words, phrase.direction) == (words, direction)
    edge = phrase.since if direction == "open_end" else phrase.until
    assert f"{edge:%Y-%m-%d %H:%M}" == f"{bound} 00:00"
    if direction == "open_end":
        assert phrase.until == NOW if edge < NOW else phrase.until.year == 3000
    else:
        assert phrase.since.year == 1000


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Do I have anything between now and Friday?", "07-04 00:00"),
        ("from now until 5pm", "07-02 17:00"),
        ("从现在到周五", "07-04 00:00"),
    ],
)
def test_a_window_may_begin_now(text: str, until: str) -> None:
    (phrase,) = find_times(text, NOW, prefer="past")
    assert (phrase.since, f"{phrase.until:%m-%d %H:%M}") == (NOW, until)
    assert (phrase.precision, phrase.direction) == ("range", "point")


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


@pytest.mark.parametrize(
    "text",
    [
        "What did we do about rent?",
        "we sat down with me, put on sun cream and wed in secret",
        "you may go, then march on",
        "give me a second, version 2.10.3, 3 out of 4",
        "good morning, the Sunday Times",
        "从来一点都不难，我有一点累，早一点来",
        "我有两点建议，第三点最重要",
        "计划周全，天天开心，三月不见",
        "早上好，坐10号线到5号楼",
        "价格是三点五元",
        "",
        "   ",
    ],
)
def test_words_that_only_look_like_times(text: str) -> None:
    assert find_times(text, NOW) == ()
    assert not looks_like_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "十万年前的化石",
        "0年",
        "99999年",
        "25点",
        "2月31日",
        "February 31 at 3",
        "30 February 2026",
        "2026-13-01",
        "99:99 and 25:00",
        "7/2/2026",
        "过年回家",
        "过几天再说",
        "a few days ago",
        "每周三上午九点开会",
        "every Monday at 9",
        "4000 years ago",
    ],
)
def test_times_that_name_no_window(text: str) -> None:
    assert find_times(text, NOW) == ()
    assert looks_like_time(text)


def test_one_week_has_a_week_or_a_together() -> None:
    assert [p.words for p in find_times("下周一起吃饭", NOW)] == ["下周"]
    assert [p.words for p in find_times("下周一开会", NOW)] == ["下周一"]


def test_language_limits_the_wording_but_not_digits() -> None:
    text = "明天 tomorrow 2026-07-05"
    assert [p.words for p in find_times(text, NOW, "zh")] == ["明天", "2026-07-05"]
    assert [p.words for p in find_times(text, NOW, "en")] == ["tomorrow", "2026-07-05"]


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


HAN = "今天 明 后天 上周 下 周 三 十一 点 半 月 年 号 到 从 前 后 以来 下午 晚 内 最近 一 个"
SIGNS = "2026 31 25 0 99999999999 ９ ： 万 亿 分钟 pm : - / T Z next last Friday at"
WORDS = "from to and 3 February June ago in half an hour before since weeks the end of"
PIECES = st.sampled_from(f"{HAN} {SIGNS} {WORDS}".split())
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(PIECES, max_size=14).map(" ".join),
)
CLOCKS = st.datetimes(
    min_value=datetime.fromisoformat("1700-01-01"),
    max_value=datetime.fromisoformat("2299-12-30"),
    timezones=st.sampled_from([SHANGHAI, NEW_YORK, ZoneInfo("UTC")]),
)


@given(text=TEXTS, now=CLOCKS, prefer=st.sampled_from(["future", "past"]))
def test_any_text_gives_orderly_phrases(
    text: str, now: datetime, prefer: Literal["future", "past"]
) -> None:
    end = 0
    for phrase in find_times(text, now, prefer=prefer):
        assert text[phrase.start : phrase.end] == phrase.words
        assert end <= phrase.start < phrase.end
        assert phrase.since.timestamp() < phrase.until.timestamp()
        assert phrase.since.tzinfo is now.tzinfo is phrase.until.tzinfo
        end = phrase.end
    if end:
        assert looks_like_time(text)


@given(days=st.integers(0, 300))
def test_counting_days_agrees_in_both_languages(days: int) -> None:
    (chinese,) = find_times(f"{days}天后", NOW)
    (english,) = find_times(f"in {days} days", NOW)
    assert chinese.since == english.since
    assert chinese.since.date() == NOW.date() + timedelta(days=days)


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
