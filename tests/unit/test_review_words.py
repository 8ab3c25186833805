"""Where a value stands in a sentence, and what takes its place, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.edits.words import exchanged, negates, places, put_in, says, with_article

FRAMES = (
    ("The user lives in ", "."), ("The user's dog is called ", ""), ("用户住在", "。"),
    ("用户的妹妹叫", ""), ("", " is where the user works."), ("用户喜欢", "这个城市。"),
)  # fmt: skip
NAMES = ("Berlin", "New York", "北京", "呼和浩特", "Zoë", "C++", "500 euros", "Müller-Lüdenscheidt")


@pytest.mark.parametrize(
    ("text", "words", "is_said"),
    [
        ("The user lives in Berlin.", "berlin", True),
        ("The user lives in Ｂｅｒｌｉｎ", "Berlin", True),
        ("The user lives in New  York.", "new york", True),
        ("The user reads Romeo and Juliet.", "Rome", False),
        ("The user lives in Berlin-Mitte.", "Berlin", False),
        ("The user owns Berlin's best bar.", "Berlin", True),
        ("用户住在Berlin的郊区。", "Berlin", True),
        ("用户住在北京。", "北京", True),
        ("用户住在北京。", "上海", False),
        ("The budget is 10 euros, not 1.5.", "1", False),
        ("The budget is 10 euros, not 1.5.", "5", False),
        ("The budget is 1.", "1", True),
        ("用户今年三十岁。", "三", False),
        ("用户今年30岁。", "30", True),
        ("用户今年130岁。", "30", False),
        ("anything", "", False),
        ("anything", None, False),
        ("The user codes in C++.", "c++", True),
    ],
)
def test_what_a_sentence_says(text: str, words: str | None, is_said: bool) -> None:
    assert says(text, words) == is_said
    for start, end in places(text, words):
        assert put_in(text, (start, end), "*") == f"{text[:start]}*{text[end:]}"


@pytest.mark.parametrize(
    ("old", "new", "words", "expected"),
    [
        ("The user lives in Berlin.", "The user lives in Munich", "Berlin", "Munich"),
        ("the user lives in Berlin", "The user  lives in New York!", "berlin", "New York"),
        ("The user likes tea.", "The user likes green tea.", "tea", "green tea"),
        ("The user is an engineer.", "The user is a doctor.", "engineer", "doctor"),
        ("The user is a doctor.", "The user is an engineer.", "doctor", "engineer"),
        ("用户住在北京。", "用户住在上海", "北京", "上海"),
        ("The user lives in Berlin.", "The user works in Munich.", "Berlin", None),
        ("The user lives in Berlin.", "The user lives in Munich and works.", "Berlin", None),
        ("The user lives in Berlin.", "The user lives in no city.", "Berlin", None),
        ("The user lives in Berlin.", "The user lives in", "Berlin", None),
        ("用户对花生过敏。", "用户对花生和芒果过敏。", "花生", None),
        ("用户住在北京。", "用户住在上海，但是想搬家。", "北京", None),
        ("Berlin", "Munich", "Berlin", None),
        ("From Berlin to Berlin.", "From Berlin to Munich.", "Berlin", None),
        ("The user lives in Rome.", "The user lives in Oslo.", None, None),
        ("The user takes coffee with no sugar.", "The user takes coffee with no milk.",
         "no sugar", "no milk"),
    ],
)  # fmt: skip
def test_what_took_the_place_of_a_value(
    old: str, new: str, words: str | None, expected: str | None
) -> None:
    assert exchanged(old, new, words) == expected


@given(st.sampled_from(FRAMES), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_a_name_put_in_is_the_name_that_took_the_place(
    frame: tuple[str, str], old: str, new: str
) -> None:
    sentence = frame[0] + old + frame[1]
    (span,) = places(sentence, old)
    changed = put_in(sentence, span, new)
    assert changed == frame[0] + new + frame[1]
    assert exchanged(sentence, changed, old) == new


@given(st.text(max_size=40), st.text(max_size=10), st.text(max_size=40))
def test_any_text_is_compared(old: str, words: str, new: str) -> None:
    for start, end in places(old, words):
        assert 0 <= start < end <= len(old)
    found = exchanged(old, new, words)
    assert found is None or found in " ".join(new.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The user likes tea.", False), ("The user doesn’t like tea.", True),
        ("The user dislikes tea.", True), ("The user no longer lives in Berlin.", True),
        ("用户不喜欢茶。", True), ("用户喜欢茶。", False), ("用户讨厌开会。", True),
        ("用户来自特别行政区。", False), ("用户说不错。", False),
    ],
)  # fmt: skip
def test_what_denies(text: str, expected: bool) -> None:
    assert negates(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "new", "expected"),
    [
        ("The user is an engineer.", "engineer", "doctor", "The user is a doctor."),
        ("The user is a doctor.", "doctor", "engineer", "The user is an engineer."),
        ("A cat is the user's pet.", "cat", "owl", "An owl is the user's pet."),
        ("The user visits a university.", "university", "hospital",
         "The user visits a hospital."),
    ],
)  # fmt: skip
def test_the_article_fits(text: str, words: str, new: str, expected: str) -> None:
    (span,) = places(text, words)
    assert put_in(text, span, new) == expected


def test_a_value_with_an_article_gets_one() -> None:
    assert with_article("an engineer", "doctor") == "a doctor"
    assert with_article("a doctor", "engineer") == "an engineer"
    assert with_article("a doctor", "the boss") == "the boss"
    assert with_article("Berlin", "Munich") == "Munich"
