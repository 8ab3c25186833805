from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.language import detect_language, is_cjk
from memory_graph.types import Language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我在用Python写API", "zh"),
        ("I ate 小笼包 in Shanghai today", "en"),
        ("请把 pull request merge 到 main branch 上", "zh"),
        ("帮我review一下PR", "zh"),
        ("My friend 贺岚 works at 青柠科技", "en"),
        ("贺岚喜欢乌龙茶", "zh"),
        ("会议改到 3pm", "zh"),
        ("How do you say 谢谢?", "en"),
        ("发票 ZQ-88121 https://example.com/a/very/long/path/in/english", "zh"),
        ("send it to li.lei@example.com 谢谢", "en"),
        ("OK", "en"),
        ("部署流程：先编译再发布", "zh"),
        ("我喜歡臺灣的高山茶", "zh"),
        ("Zażółć gęślą jaźń", "en"),
    ],
)
def test_the_language_of_the_sentence_wins(text: str, language: Language) -> None:
    assert detect_language(text) == language
    other: Language = "en" if language == "zh" else "zh"
    assert detect_language(text, other) == language


@pytest.mark.parametrize("text", ["", "  ", "13:30", "42!!", "？！…", "😀", "Привет", "カタカナ"])
@pytest.mark.parametrize("default", ["en", "zh"])
def test_text_that_says_nothing_gives_the_default(text: str, default: Language) -> None:
    assert detect_language(text, default) == default


@pytest.mark.parametrize("char", "贺々〇ひカー한ㄅ𠮷ｶ")
def test_cjk_letters(char: str) -> None:
    assert is_cjk(char)


@pytest.mark.parametrize("char", ["a", "é", "5", "。", "，", "😀", " ", "Я", ""])
def test_other_characters_are_not_cjk(char: str) -> None:
    assert not is_cjk(char)


@given(st.text(st.characters(categories=["Cs", "Lo", "Ll", "Po", "Nd"])))
def test_any_text_has_a_language(text: str) -> None:
    assert detect_language(text) in {"en", "zh"}
