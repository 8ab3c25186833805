"""No message keeps the rules busy for long: what repeats in a pattern is read in one way only.

In ``(?:麻烦你?|你)*`` the words 麻烦你 can be read as one or as two. Forty of them in a row, with
something behind them that doesn't fit, have more readings than a lifetime has seconds.
"""

from __future__ import annotations

from functools import partial

import pytest

from memory_graph.offline import extract_candidates
from memory_graph.offline.asking import forgets_all
from memory_graph.offline.route import route
from memory_graph.text.query import analyse_query
from memory_graph.types import Turn
from tests.unit.offline.conftest import NOW, Within

PIECES = (
    "麻烦你", "你能", "你可以", "请你", "能不能", "刚刚", "想要", "到时候", "我们", "帮我",
    "no, wait, ", "wait no ", " set for", " scheduled for", "please ", "all of it ",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("end", ["x", "忘", "改", "提醒", "?", "我"])
def test_a_word_said_very_often_is_read(piece: str, end: str, within: Within) -> None:
    assert within(20, partial(read, piece * 40 + end))


@pytest.mark.parametrize(
    "text",
    [
        "I have been to Rome" + ", Oslo" * 40 + " (and more",
        "我有两个孩子，分别叫" + "小明和" * 40, "我会说" + "汉语和" * 40,
        "I have never been to Rome" + ", Oslo and Paris" * 20 + " for long",
        "我问时" * 60, "张三是我们" + "的组的" * 50, "我" + "从小就" * 50, "我" + "已经常" * 50,
    ],
)  # fmt: skip
def test_a_long_list_is_read(text: str, within: Within) -> None:
    assert within(20, partial(read, text))


def read(text: str) -> None:
    """All that the rules do with a message."""
    forgets_all(text)
    route(text, "zh")
    analyse_query(text, NOW)
    extract_candidates([Turn(role="user", content=text, message_id="m", said_at=NOW)], now=NOW)
