"""JSON as models write it."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import ModelError
from memory_graph.json_answers import parse_json_answer
from tests.growth import assert_work_follows_length

WHOLE: Any = {"items": [{"a": "x `code` y", "n": 1}, {"a": "茶", "n": -2.5}]}
TEXT = json.dumps(WHOLE, ensure_ascii=False)


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"```\n{TEXT}```",
        f"Here [1] is {{my}} answer, see [below]:\n{TEXT}\nHope that helps {{:-)",
        f'<think>maybe {{"items": []}} or {"x" * 400}</think>{TEXT}',
        f'Format: {{"items": []}} Answer: {TEXT}',
        TEXT.replace("}", ",}").replace("]", ",]"),
        TEXT.replace(",", "，").replace(":", "："),
        TEXT.replace("1}", "01}"),
        "\ufeff" + TEXT,
    ],
)
def test_wrapping_and_slips_are_read_over(answer: str) -> None:
    parsed = parse_json_answer(answer)
    assert (parsed.data, parsed.partial) == (WHOLE, False)


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ('{"a": "he said "hi" to me", "b": 1}', 'he said "hi" to me'),
        ('{"a": "他说"你好"就走了", "b": 1}', '他说"你好"就走了'),
        ('{"a": "two\nlines\tand tab", "b": 1}', "two\nlines\tand tab"),
        (r'{"a": "50\% of C:\dir", "b": 1,}', "50\\% of C:\\dir"),
        (r'{"a": "\ud83d\ude00 \u8336", "b": 1,}', "😀 茶"),
        ('{"a": None, "b": True,}', None),
    ],
)
def test_values_survive(answer: str, value: object) -> None:
    data = parse_json_answer(answer).data
    assert isinstance(data, dict)
    assert data["a"] == value
    assert data["b"] == 1


def test_a_bad_item_ends_the_list_but_keeps_what_came_before() -> None:
    parsed = parse_json_answer('{"items": [{"a": 1}, {"a": ###}, {"a": 3}]}')
    assert (parsed.data, parsed.partial) == ({"items": [{"a": 1}]}, True)


@pytest.mark.parametrize("answer", ["", "no", "```json\n```", "[1, 2]", "{", "}{", "[[[", "null"])
def test_no_json_is_an_error_or_an_empty_part(answer: str) -> None:
    try:
        parsed = parse_json_answer(answer)
    except ModelError:
        return
    assert not parsed.data
    assert parsed.partial


@given(st.integers(min_value=1, max_value=len(TEXT) - 1))
def test_a_cut_anywhere_keeps_only_complete_items(at: int) -> None:
    parsed = parse_json_answer(TEXT[:at])
    assert parsed.partial
    items = parsed.data.get("items", []) if isinstance(parsed.data, dict) else parsed.data
    assert items == WHOLE["items"][: len(items)]
    assert len(items) == TEXT[:at].count("}")


@given(
    st.dictionaries(
        st.text(max_size=5),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text(max_size=5), inner, max_size=3)
            ),
            max_leaves=8,
        ),
        max_size=4,
    ),
    st.booleans(),
)
def test_valid_json_is_read_as_it_is(data: dict[str, Any], ascii_only: bool) -> None:
    parsed = parse_json_answer("Sure!\n" + json.dumps(data, ensure_ascii=ascii_only))
    assert (parsed.data, parsed.partial) == (data, False)


@given(st.text(alphabet='{}[]",:，：\\ \n0-9.tfnaé茶', max_size=60))
def test_rubbish_never_breaks_it(text: str) -> None:
    with contextlib.suppress(ModelError):
        assert isinstance(parse_json_answer(text).data, dict | list)


@pytest.mark.parametrize("text", ["[" * 300_000, '{"a":' * 60_000, '{"a' * 100_000, "{" * 300_000])
def test_hostile_nesting_is_quick(text: str) -> None:
    assert_work_follows_length(_read, text)


def _read(text: str) -> None:
    with contextlib.suppress(ModelError):
        parse_json_answer(text)
