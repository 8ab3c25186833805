"""What holds for any text and any count."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.times import find_times, looks_like_time
from tests.unit.times.reader import NEW_YORK, NOW, SHANGHAI

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
