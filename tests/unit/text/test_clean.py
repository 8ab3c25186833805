from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import InputError
from memory_graph.text.clean import (
    clean_json,
    clean_text,
    clean_with_report,
    estimate_tokens,
    normalise_content,
    normalise_name,
    tidy_name,
)
from memory_graph.text.language import is_cjk
from tests.growth import assert_work_follows_length

# Hypothesis draws no surrogates by default; here they are wanted.
ANY_TEXT = st.text(st.characters() | st.characters(categories=["Cs", "Cc", "Cf", "Mn"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abé 贺\n"), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "cleaned", "removed"),
    [
        ("tea\x00 time", "tea time", 1),
        ("bell\x07 and \x1b[31mred", "bell and [31mred", 2),
        ("deploy \ud83d now", "deploy  now", 1),
        ("split \ud83d\ude00 emoji", "split 😀 emoji", 0),
        ("ok 👩‍👩‍👧‍👦 🇨🇳 ❤️ 👍🏽", "ok 👩‍👩‍👧‍👦 🇨🇳 ❤️ 👍🏽", 0),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",) * 2 + (0,),
        ("hi\U000e0068\U000e0069", "hi", 2),
        ("a\r\nb\rc\u2028d\x85e\tf", "a\nb\nc\nd\ne\tf", 0),
        ("  \n贺岚\u3000", "贺岚", 0),
        ("Cafe\u0301", "Café", 0),
        ("Ｍｉｒａ ①", "Ｍｉｒａ ①", 0),
        ("pay \u202e001\u202c now\ufeff", "pay 001 now", 3),
        ("می\u200cخواهم", "می\u200cخواهم", 0),
        ("", "", 0),
    ],
)
def test_cleaning_removes_what_harms_and_keeps_the_rest(
    text: str, cleaned: str, removed: int
) -> None:
    assert clean_with_report(text) == (cleaned, removed)


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing_and_is_storable(text: str) -> None:
    once = clean_text(text)
    assert clean_with_report(once) == (once, 0)
    assert once.encode("utf-8").decode("utf-8") == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in once)


def test_a_long_stack_of_marks_costs_no_time() -> None:
    text = "a" + "\u0301\u0327" * 100_000
    assert len(clean_text(text)) <= 40
    for read in (clean_text, normalise_content, normalise_name):
        assert_work_follows_length(read, text)


def test_json_is_cleaned_in_keys_and_values_and_otherwise_untouched() -> None:
    value = {"a\x00": ["x\ud83d", {"b": "  \r\nCafe\u0301 "}, 1, 2.5, None, True], "t": ("y",)}
    expected = {"a": ["x", {"b": "  \r\nCafe\u0301 "}, 1, 2.5, None, True], "t": ["y"]}
    assert clean_json(value) == expected


@given(JSON)
def test_harmless_json_is_only_copied(value: object) -> None:
    assert clean_json(value) == value


@given(st.lists(ANY_TEXT))
def test_cleaned_json_strings_are_storable(texts: list[str]) -> None:
    cleaned = clean_json({"texts": texts})
    assert clean_json(cleaned) == cleaned
    assert "\\u0000" not in json.dumps(cleaned)
    json.dumps(cleaned, ensure_ascii=False).encode("utf-8")


def _nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": 1, "a\x00": 2}, "already there"),
        ({1: "x"}, "string keys"),
        ({"x": float("nan")}, "JSON number"),
        ([float("inf")], "JSON number"),
        ({"x": b"raw"}, "bytes is not a JSON type"),
        (_nested(500), "nested deeper"),
    ],
)
def test_what_json_cannot_hold_is_refused_with_its_reason(value: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        clean_json(value)


@pytest.mark.parametrize(
    ("names", "key"),
    [
        (("Ｍｉｒａ", "MIRA", "Mira", "mira ", "\nMi\u200bra"), "mira"),
        (("Blue\n  Harbour\tCafé", "blue harbour cafe\u0301"), "blue harbour café"),
        (("王　五", "王 五"), "王 五"),
        (("STRASSE", "straße"), "strasse"),
    ],
)
def test_one_name_has_one_key(names: tuple[str, ...], key: str) -> None:
    assert {normalise_name(name) for name in names} == {key}


@given(ANY_TEXT)
def test_name_keys_are_stable(name: str) -> None:
    key = normalise_name(name)
    assert normalise_name(key) == key
    key.encode("utf-8")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Blue\n  Harbour\tCafé", "Blue Harbour Café"),
        ("Ｍｉｒａ　Ｗ", "Mira W"),
        ("青柠科技（上海）有限公司", "青柠科技（上海）有限公司"),
        ("ｶﾀｶﾅ", "カタカナ"),
        ("  m² ", "m²"),
    ],
)
def test_tidy_names_keep_their_case_and_signs(name: str, shown: str) -> None:
    assert tidy_name(name) == shown
    assert tidy_name(shown) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like red tea.", "i  like RED tea!"),
        ("我喜欢乌龙茶。", "我喜欢乌龙茶！"),
        ("我用 Python", "我用Python…"),
        ("Mira’s bike", "Mira's bike?"),
        ("It is −5 °C", "It is -5 °C."),
        ("ＺＱ－８８", "zq-88"),
        ("Meet at 5 PM", "meet at 5 pm"),
        ("I have 2 Cats", "i have 2 cats"),
    ],
)
def test_same_sentence_has_the_same_key(one: str, other: str) -> None:
    assert normalise_content(one) == normalise_content(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pay 10²", "pay 102"),
        ("x is 2ⁿ", "x is 2n"),
        ("drank 1½ l", "drank 11⁄2 l"),
        ("room 1①", "room 11"),
        ("it is -5", "it is 5"),
        ("it is 3.5", "it is 35"),
        ("5 mW", "5 MW"),
        ("10 Mb", "10 MB"),
        ("5 kg", "5 g"),
        ("costs $5", "costs ¥5"),
        ("up 5%", "up 5"),
        ("I like tea", "I do not like tea"),
        ("我喜欢茶", "我不喜欢茶"),
        ("20℃", "20℉"),
        ("!!!", "???"),
    ],
)
def test_a_difference_that_matters_keeps_keys_apart(one: str, other: str) -> None:
    assert normalise_content(one) != normalise_content(other)


@given(st.integers(), st.integers(), st.sampled_from(["{} apples.", "我有{}个", "-{}", "a {} b"]))
def test_numbers_never_collapse(one: int, other: int, frame: str) -> None:
    same = normalise_content(frame.format(one)) == normalise_content(frame.format(other))
    assert same == (one == other)


@given(ANY_TEXT)
def test_content_keys_are_storable(text: str) -> None:
    normalise_content(text).encode("utf-8")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        (" ", 1, 1),
        ("a", 1, 1),
        ("The quick brown fox jumps over the lazy dog.", 9, 14),
        ("贺岚在青柠科技做测试", 8, 10),
        ("我在用 Python 写 API", 6, 10),
        ("Привет мир", 3, 6),
        ("🍵" * 4, 4, 8),
    ],
)
def test_token_estimates_are_near(text: str, low: int, high: int) -> None:
    assert low <= estimate_tokens(text) <= high


@given(ANY_TEXT, ANY_TEXT)
def test_token_estimates_grow_with_the_text(one: str, other: str) -> None:
    assert (estimate_tokens(one) == 0) == (one == "")
    assert estimate_tokens(one + other) >= max(estimate_tokens(one), estimate_tokens(other))


@given(st.text(st.characters() | st.sampled_from("茶かᄀ가𠀀😀é\ud800")))
def test_tokens_are_those_of_the_characters_together(text: str) -> None:
    def cost(char: str) -> int:
        if char.isascii():
            return 5
        return 18 if is_cjk(char) else 30 if ord(char) > 0xFFFF else 10

    assert estimate_tokens(text) == -(-sum(map(cost, text)) // 20)
