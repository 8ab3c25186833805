"""Namespaces: what is refused, and what matches what (E7, E8, F7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)

from memory_graph.errors import InputError
from memory_graph.stores.namespaces import below, check_op, matching, scope_of_conditions

LABELS = st.text(
    st.characters(exclude_characters=".\x00", exclude_categories=["Cs"]), min_size=1, max_size=4
)
NAMESPACES = st.lists(LABELS, min_size=2, max_size=4).map(tuple)


@pytest.mark.parametrize(
    "op",
    [
        GetOp((), "k"),
        PutOp((), "k", {}),
        PutOp(("a", ""), "k", {}),
        PutOp(("a.b",), "k", {}),
        PutOp(("a\x00",), "k", {}),
        PutOp(("a\ud83d",), "k", {}),
        PutOp(("长" * 700,), "k", {}),
        PutOp(("长" * 450,), "k", {}),
        PutOp(("a",) * 300, "k", {}),
        PutOp("users", "k", {}),  # type: ignore[arg-type]
        PutOp((1,), "k", {}),  # type: ignore[arg-type]
        SearchOp(("",)),
        SearchOp("users"),  # type: ignore[arg-type]
        SearchOp(("a", "b.c")),
        ListNamespacesOp((MatchCondition("prefix", ("a", "")),)),
        ListNamespacesOp((MatchCondition("suffix", ("b\ud83d",)),)),
    ],
    ids=repr,
)
def test_namespaces_that_are_refused(op: Op) -> None:
    with pytest.raises(InvalidNamespaceError):
        check_op(op)


@pytest.mark.parametrize(
    "op",
    [
        GetOp(("a",), "k\x00"),
        PutOp(("a",), "half \ud83d", {}),
        PutOp(("a",), "k" * 100_001, {}),
        PutOp(("a", "semantic"), "键" * 1000, {}),
        PutOp(("a",), 7, {}),  # type: ignore[arg-type]
        ListNamespacesOp((MatchCondition("infix", ("a",)),)),  # type: ignore[arg-type]
        ListNamespacesOp(max_depth=0),
        ListNamespacesOp(max_depth="2"),  # type: ignore[arg-type]
        ListNamespacesOp(max_depth=2.5),  # type: ignore[arg-type]
        ListNamespacesOp(max_depth=True),
        "get",
    ],
    ids=repr,
)
def test_other_input_that_is_refused(op: Any) -> None:
    with pytest.raises(InputError):
        check_op(op)


@pytest.mark.parametrize("label", ["%", "a_c", "*", "王 五", "a b", "x\n", "👩‍👩‍👧", "langgraph"])
def test_labels_that_are_taken_as_they_are(label: str) -> None:
    op = check_op(PutOp((label, "notes"), "k", {}))
    assert isinstance(op, PutOp)
    assert op.namespace == (label, "notes")


def test_lists_become_tuples_and_a_string_is_one_label() -> None:
    searched = check_op(SearchOp(["a", "b"]))  # type: ignore[arg-type]
    assert isinstance(searched, SearchOp)
    assert searched.namespace_prefix == ("a", "b")
    listed = check_op(
        ListNamespacesOp([MatchCondition("suffix", "public")])  # type: ignore[arg-type]
    )
    assert isinstance(listed, ListNamespacesOp)
    assert listed.match_conditions == (MatchCondition("suffix", ("public",)),)


@given(prefix=NAMESPACES, other=NAMESPACES)
def test_the_range_below_a_prefix_is_exact_in_byte_order(
    prefix: tuple[str, ...], other: tuple[str, ...]
) -> None:
    params = below(prefix).params
    first, end = ([label.encode() for label in params[name]] for name in ("prefix", "prefix_end"))
    row = [label.encode() for label in other]
    assert (first <= row < end) == (other[: len(prefix)] == prefix)


def test_a_prefix_of_one_label_is_the_whole_scope_and_a_tier_reaches_memories() -> None:
    assert below(("ann",)).params == {"scope": "ann"}
    assert below(()).params == {}
    assert below(("ann", "semantic")).params["prefix_tier"] == "semantic"
    assert "prefix_tier" not in below(("ann", "semantic", "x")).params


@pytest.mark.parametrize(
    ("conditions", "scope"),
    [
        ((), None),
        ((MatchCondition("prefix", ("ann", "notes")),), "ann"),
        ((MatchCondition("prefix", ("*", "notes")),), None),
        ((MatchCondition("suffix", ("notes",)),), None),
        ((MatchCondition("suffix", ("x",)), MatchCondition("prefix", ("ann",))), "ann"),
        ((MatchCondition("prefix", ()),), None),
    ],
)
def test_the_scope_of_conditions(conditions: tuple[MatchCondition, ...], scope: str | None) -> None:
    assert scope_of_conditions(conditions) == scope


def test_wildcards_bind_nothing_and_labels_are_always_bound() -> None:
    conditions = (MatchCondition("prefix", ("a", "*", "'; DROP")), MatchCondition("suffix", ("%",)))
    part = matching(conditions)
    assert sorted(part.params.values()) == ["%", "'; DROP", "a"]
    assert "DROP" not in part.condition.as_string()
