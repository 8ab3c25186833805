"""Lineages behave like sets of write numbers, whatever text form they come in."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph import lineage
from memory_graph.errors import InputError

numbers = st.sets(st.integers(min_value=1, max_value=40), max_size=20)


def text_of(held: set[int]) -> str:
    found = lineage.EMPTY
    for number in held:
        found = lineage.add(found, number)
    return found


def set_of(text: str) -> set[int]:
    return {number for low, high in lineage.parse(text) for number in range(low, high)}


@given(numbers)
def test_a_lineage_holds_what_was_added(held: set[int]) -> None:
    text = text_of(held)
    assert set_of(text) == held
    assert all(lineage.contains(text, number) == (number in held) for number in range(50))
    assert lineage.union(text, None) == text


@given(numbers, numbers)
def test_union_and_difference_are_those_of_sets(left: set[int], right: set[int]) -> None:
    one, other = text_of(left), text_of(right)
    assert set_of(lineage.union(one, other)) == left | right
    assert lineage.union(one, other) == lineage.union(other, one)
    assert set_of(lineage.difference(one, other)) == left - right
    assert lineage.difference(one, one) == lineage.EMPTY


@given(numbers, numbers, numbers)
def test_the_reducer_does_not_care_about_order(a: set[int], b: set[int], c: set[int]) -> None:
    x, y, z = text_of(a), text_of(b), text_of(c)
    assert lineage.union(lineage.union(x, y), z) == lineage.union(x, lineage.union(y, z))
    assert lineage.union(x, x) == lineage.union(x, "") == x


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=12))
def test_normal_ranges_are_sorted_apart_and_not_empty(pairs: list[tuple[int, int]]) -> None:
    found = lineage.normalise(pairs)
    assert all(low < high for low, high in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    expected = {number for low, high in pairs for number in range(low, high)}
    assert {number for low, high in found for number in range(low, high)} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, ()),
        ("", ()),
        ("{}", ()),
        ("{[1,3)}", ((1, 3),)),
        ("{[1,3), [3,5)}", ((1, 5),)),
        ("{[7,9),[1,2)}", ((1, 2), (7, 9))),
        ("{[4294967297,4294967300)}", ((4294967297, 4294967300),)),
    ],
)
def test_text_forms(text: str | None, expected: lineage.Ranges) -> None:
    assert lineage.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    ["[1,3)", "{[1,3]}", "{(1,3)}", "{[a,b)}", "{[1,3)", "{[1,3)[5,6)}", "{[-1,3)}", "x", " ",
     "{[1,9223372036854775808)}", ["{[1,3)}"], 7],
)  # fmt: skip
def test_what_is_no_multirange_is_refused(text: Any) -> None:
    with pytest.raises(InputError, match="not a multirange"):
        lineage.parse(text)


def test_a_long_thread_without_forks_stays_small() -> None:
    tree = 7 << lineage.ORDINAL_BITS
    text = lineage.EMPTY
    for ordinal in range(1, 5001):
        text = lineage.add(text, tree + ordinal)
    assert len(text) < 200
    assert lineage.trees(text) == (7,)
    assert lineage.tree_of(tree + 5000) == 7


def test_the_trees_of_a_copied_thread() -> None:
    text = lineage.union("{[4294967297,4294967300)}", "{[12884901889,12884901890)}")
    assert lineage.trees(text) == (1, 3)
    assert lineage.trees(lineage.EMPTY) == ()
