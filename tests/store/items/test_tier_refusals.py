"""Values that no memory may take, and words that no key may close."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.errors import ConflictError, InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence
from tests.store.items.places import FACTS


@pytest.mark.parametrize("name", ["scope", "user_id", "tenant", "namespace", "tier", "agent_id"])
def test_b19_a_value_can_not_move_a_memory_to_another_owner(
    store: PostgresMemoryStore, name: str
) -> None:
    memory_id = store.remember("u1", "Ann likes tea").memory_ids[0]
    with pytest.raises(InputError, match=name):
        store.put(("u1", "semantic"), memory_id, {"content": "x", name: "u2"})
    assert store.get_memory("u1", memory_id).content == "Ann likes tea"
    assert store.search(("u2",)) == []


@pytest.mark.parametrize(
    "value",
    [
        {"text": "no content"},
        {"content": " \x00"},
        {"content": 5},
        {"content": "x" * 4001},
        {"content": "x", "kind": "turn"},
        {"content": "x", "kind": "gossip"},
        {"content": "x", "kind": ["fact"]},
        {"content": "x", "event_from": "2026-05-02T00:00Z", "event_to": "2026-05-01T00:00Z"},
        {"content": "x", "importance": 7},
        {"content": "x", "event_from": "yesterday"},
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_value_that_is_no_memory_is_refused(
    store: PostgresMemoryStore, value: dict[str, Any]
) -> None:
    with pytest.raises(InputError) as refused:
        store.put(FACTS, "k", value)
    assert "\n" not in str(refused.value)
    assert store.search(("ann",)) == []


def test_a_memory_is_always_indexed(store: PostgresMemoryStore) -> None:
    with pytest.raises(InputError, match="content"):
        store.put(FACTS, "k", {"content": "x"}, index=False)


def test_one_fact_under_two_keys_is_refused_rather_than_moved(
    store: PostgresMemoryStore,
) -> None:
    store.put(FACTS, "a", {"content": "Ann likes tea"})
    with pytest.raises(ConflictError, match="'a'"):
        store.put(FACTS, "b", {"content": "Ann likes tea."})
    assert [item.key for item in store.search(FACTS)] == ["a"]


def test_the_users_own_word_is_not_closed_by_a_new_key(store: PostgresMemoryStore) -> None:
    said = Candidate(
        tier="semantic", kind="fact", content="My city is Rome", attribute="city", value="Rome",
        cardinality="single", evidence=Evidence(role="user", span="My city is Rome"),
    )  # fmt: skip
    memory_id = store.remember("ann", said).memory_ids[0]
    new = {"content": "City: Oslo", "attribute": "city", "value": "Oslo", "cardinality": "single"}
    with pytest.raises(ConflictError, match="Rome"):
        store.put(FACTS, "city", new)
    store.put(FACTS, memory_id, new)
    assert [item.value["value"] for item in store.search(FACTS)] == ["Oslo"]
