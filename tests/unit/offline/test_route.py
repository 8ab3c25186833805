"""Small talk is only small talk; commands are seen; everything else is looked up."""

from __future__ import annotations

import pytest

from memory_graph.offline import is_small_talk, route
from memory_graph.offline.route import Route
from memory_graph.text.language import detect_language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hi", "smalltalk"),
        ("Hello there!", "smalltalk"),
        ("Thank you so much, that's all.", "smalltalk"),
        ("ok, great, thanks!", "smalltalk"),
        ("How are you today?", "smalltalk"),
        ("👍", "smalltalk"),
        ("你好！", "smalltalk"),
        ("谢谢你的帮助", "smalltalk"),
        ("好的，明白了", "smalltalk"),
        ("再见", "smalltalk"),
        ("   ", "smalltalk"),
        ("hi, my name is Bo", "recall"),
        ("你好，我叫李雷", "recall"),
        ("thanks, where do I live?", "recall"),
        ("no meetings before nine", "recall"),
        ("好的，我不喜欢茶", "recall"),
        ("谢谢，我住在哪？", "recall"),
        ("I like tea", "recall"),
        ("Who am I?", "recall"),
        ("Forget my city", "command"),
        ("please forget what I said about tea", "command"),
        ("Remember that I like tea", "command"),
        ("忘掉我的电话", "command"),
        ("记住我喜欢茶", "command"),
        ("别再记着我住在哪", "command"),
        ("Forget it", "recall"),
        ("Do you remember my name?", "recall"),
        ("你记得我叫什么吗", "recall"),
        ("我忘了带钥匙", "recall"),
    ],
)
def test_route(text: str, expected: Route) -> None:
    language = detect_language(text)
    assert route(text, language) == expected
    assert is_small_talk(text, language) == (expected == "smalltalk")
