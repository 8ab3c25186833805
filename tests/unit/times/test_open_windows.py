"""Windows that are open to one side or begin now."""

from __future__ import annotations

import pytest

from memory_graph.text.times import find_times
from tests.unit.times.reader import NOW


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
