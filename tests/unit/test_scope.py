"""Ids become labels that stay apart, can be read back, and never mean everyone."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import InputError
from memory_graph.scope import (
    MAX_ID_CHARACTERS,
    Scope,
    decode_label,
    encode_label,
    is_memory_namespace,
    scope_label,
)

ids = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=MAX_ID_CHARACTERS
).filter(lambda text: bool(text.strip()))
maybe = st.none() | ids


@given(ids)
def test_a_label_can_be_read_back_and_is_fit_for_a_namespace(identifier: str) -> None:
    label = encode_label(identifier)
    assert decode_label(label) == identifier
    assert label
    assert "." not in label
    assert label != "langgraph"


@given(st.tuples(ids, maybe, maybe), st.tuples(ids, maybe, maybe))
def test_different_scopes_have_different_labels(
    one: tuple[str, str | None, str | None], other: tuple[str, str | None, str | None]
) -> None:
    labels = Scope(*one).label, Scope(*other).label
    assert (labels[0] == labels[1]) == (one == other)


@pytest.mark.parametrize(
    ("scope", "label"),
    [
        ("ann", "ann"),
        ("a.b@x.io", "a%2Eb@x%2Eio"),
        ("王 五", "王 五"),
        ("007", "007"),
        ("%", "%25"),
        ("_", "_"),
        ("a:b", "a%3Ab"),
        ("langgraph", "%6Canggraph"),
        (Scope("ann", tenant="acme"), "acme:ann"),
        (Scope("ann", tenant="acme", agent="helper"), "acme:ann:helper"),
        (Scope("ann", agent="helper"), ":ann:helper"),
        (Scope("a:b", tenant="c:d"), "c%3Ad:a%3Ab"),
    ],
)
def test_labels(scope: Scope | str, label: str) -> None:
    assert scope_label(scope) == label


@pytest.mark.parametrize("one", [42, "42"])
def test_numbers_and_uuids_are_ids_too(one: object) -> None:
    assert encode_label(one) == "42"
    assert encode_label(UUID(int=7)) == str(UUID(int=7))


@pytest.mark.parametrize(
    "identifier",
    [
        "",
        " ",
        "\n",
        "　",
        "x" * 513,
        "a\x00b",
        "a\ud83d",
        "a\x7f",
        "a\nb",
        None,
        True,
        1.5,
        object(),
    ],
)
def test_what_is_no_id(identifier: object) -> None:
    with pytest.raises(InputError, match=r"^id "):
        encode_label(identifier)


@pytest.mark.parametrize(
    "scope",
    ["", Scope(""), Scope(" ", tenant="acme"), Scope("ann", tenant=""), Scope("ann", "t", "")],
)
def test_an_empty_part_never_means_everyone(scope: Scope | str) -> None:
    with pytest.raises(InputError):
        scope_label(scope)


@pytest.mark.parametrize(
    ("namespace", "expected"),
    [
        (("ann", "semantic"), True),
        (("ann", "archive"), True),
        (("ann", "notes"), False),
        (("ann",), False),
        (("ann", "semantic", "x"), False),
        (("semantic", "ann"), False),
    ],
)
def test_the_namespaces_of_memories(namespace: tuple[str, ...], expected: bool) -> None:
    assert is_memory_namespace(namespace) == expected
    assert Scope("ann").namespace("semantic") == ("ann", "semantic")
