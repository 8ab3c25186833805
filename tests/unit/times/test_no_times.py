"""What only looks like a time, and what names no window."""

from __future__ import annotations

import pytest

from memory_graph.text.times import find_times, looks_like_time
from tests.unit.times.reader import NOW


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
