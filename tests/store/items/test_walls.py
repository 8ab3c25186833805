"""Nobody reads beyond the scopes they named."""

from __future__ import annotations

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    SearchOp,
)

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.items.places import NOTES, Open


@pytest.mark.parametrize("who", ["a.b", "", "a\x00"])
def test_d14_no_scope_is_never_everyone(store: PostgresMemoryStore, who: str) -> None:
    store.put(NOTES, "k", {"n": 1})
    for op in (SearchOp((who,)), GetOp((who, "notes"), "k")):
        with pytest.raises(InvalidNamespaceError):
            store.batch([op])


def test_an_empty_prefix_needs_walls_or_admin(open_store: Open) -> None:
    store = open_store()
    for who in ("ann", "bob", "eve"):
        store.put((who, "notes"), who, {"n": 1})
    for call in (lambda: store.search(()), store.list_namespaces):
        with pytest.raises(InputError, match="walls"):
            call()
    fenced = open_store(walls=("ann", "bob"))
    assert sorted(item.key for item in fenced.search(())) == ["ann", "bob"]
    assert fenced.list_namespaces(suffix=("notes",)) == [("ann", "notes"), ("bob", "notes")]
    assert len(open_store(admin=True).search(())) == 3


@pytest.mark.parametrize("prefix", [("*",), ("*", "notes")])
def test_a_wildcard_does_not_climb_the_wall(open_store: Open, prefix: tuple[str, ...]) -> None:
    open_store().put(NOTES, "k", {"n": 1})
    condition = (MatchCondition("prefix", prefix),)
    with pytest.raises(InputError):
        open_store().batch([ListNamespacesOp(condition)])
    assert open_store(walls=("bob",)).batch([ListNamespacesOp(condition)]) == [[]]


def test_e7_e8_f7_ids_that_look_alike_stay_apart(store: PostgresMemoryStore) -> None:
    for who in ("ann", "anna", "%", "a_c", "abc", "a_b:c", "a"):
        store.put((who, "notes"), who, {"who": who})
    for who in ("ann", "anna", "%", "a_c", "abc", "a_b:c", "a"):
        assert [item.key for item in store.search((who,))] == [who]
    assert store.list_namespaces(prefix=("a_c",)) == [("a_c", "notes")]
