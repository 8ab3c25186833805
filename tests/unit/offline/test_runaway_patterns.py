"""No message keeps the rules busy for long: what repeats in a pattern is read in one way only.

In ``(?:麻烦你?|你)*`` the words 麻烦你 can be read as one or as two. Forty of them in a row, with
something behind them that doesn't fit, have more readings than a lifetime has seconds.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from memory_graph.offline import extract_candidates
from memory_graph.offline.asking import forgets_all
from memory_graph.offline.route import route
from memory_graph.text.query import analyse_query
from memory_graph.types import Turn
from tests.unit.offline.conftest import NOW

PIECES = (
    "麻烦你", "你能", "你可以", "请你", "能不能", "刚刚", "想要", "到时候", "我们", "帮我",
    "no, wait, ", "wait no ", " set for", " scheduled for", "please ", "all of it ",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    """What would never end fails; what ends takes milliseconds, on any machine."""

    def stop(*_: object) -> None:
        raise AssertionError("still busy after 20 seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("end", ["x", "忘", "改", "提醒", "?", "我"])
def test_a_word_said_very_often_is_read_in_no_time(piece: str, end: str) -> None:
    text = piece * 40 + end
    forgets_all(text)
    route(text, "zh")
    analyse_query(text, NOW)
    extract_candidates([Turn(role="user", content=text, message_id="m", said_at=NOW)], now=NOW)


@pytest.mark.parametrize(
    ("text", "is_all"),
    [("把我的所有个人信息都删了", True), ("清空记忆", True), ("忘掉我", True), ("forget me", True),
     ("purge all my data", True), ("忘记我的生日", False), ("你把我的名字忘了", False),
     ("forget my meeting", False), ("forget me not flowers are nice", False)],
)  # fmt: skip
def test_a_wish_to_have_everything_forgotten(text: str, is_all: bool) -> None:
    assert forgets_all(text) is is_all


@pytest.mark.parametrize(
    "text",
    [
        "I have been to Rome" + ", Oslo" * 40 + " (and more",
        "我有两个孩子，分别叫" + "小明和" * 40, "我会说" + "汉语和" * 40,
        "I have never been to Rome" + ", Oslo and Paris" * 20 + " for long",
        "我问时" * 60, "张三是我们" + "的组的" * 50, "我" + "从小就" * 50, "我" + "已经常" * 50,
    ],
)  # fmt: skip
def test_a_long_list_is_read_in_no_time(text: str) -> None:
    extract_candidates([Turn(role="user", content=text, message_id="m", said_at=NOW)], now=NOW)
