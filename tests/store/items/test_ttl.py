"""Time to live: what has expired is gone without a sweep."""

from __future__ import annotations

import time

import psycopg
import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence
from tests.store.items.places import FACTS, NOTES, Rows


def test_what_is_said_again_after_its_time_to_live_is_remembered(
    store: PostgresMemoryStore,
) -> None:
    """An expired memory is gone: it neither takes in what is said anew nor hides it."""
    value = {"content": "Ann lives in Rome", "attribute": "home", "value": "Rome",
             "cardinality": "single"}  # fmt: skip
    store.put(FACTS, "home", value, ttl=0.005)
    store.put(FACTS, "drink", {"content": "Ann likes tea"}, ttl=0.005)
    time.sleep(0.5)
    evidence = Evidence(role="user", span="Ann lives in Rome")
    said = Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", **value, "evidence": evidence}
    )
    written = store.remember("ann", [said, Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": "Ann likes tea", "evidence": evidence}
    )])  # fmt: skip
    assert written.counts["new_rows"] == 2
    assert {one.content for one in store.list_memories("ann")} == {
        "Ann lives in Rome", "Ann likes tea",
    }  # fmt: skip
    assert store.remember("ann", said).counts["reinforced"] == 1
    store.put(FACTS, "drink", {"content": "Ann likes tea", "importance": 0.9})
    assert [one.importance for one in store.list_memories("ann") if "tea" in one.content] == [0.9]


def test_ttl_of_a_memory(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(FACTS, "k", {"content": "The guest code is 1234"}, ttl=0.5)
    minutes = rows("SELECT extract(epoch FROM expires_at - recorded_at) / 60 AS n FROM memories")
    assert float(minutes[0]["n"]) == pytest.approx(0.5, abs=0.1)
    rows_before = store.search(FACTS)
    assert [item.key for item in rows_before] == ["k"]


def test_g11_expired_is_gone_without_a_sweep(
    store: PostgresMemoryStore, dsn: str, rows: Rows
) -> None:
    store.put(NOTES, "k", {"t": "tea"}, ttl=5)
    store.put(FACTS, "k", {"content": "tea"}, ttl=5)
    with psycopg.connect(dsn) as connection:
        connection.execute("UPDATE memory_graph.memories SET expires_at = now()")
    assert store.get(NOTES, "k") is None
    assert store.get(FACTS, "k") is None
    assert store.search(("ann",)) == []
    assert store.search(("ann",), query="tea") == []
    assert store.list_namespaces(prefix=("ann",)) == []
    assert len(rows("SELECT FROM memories")) == 2
    store.put(NOTES, "k", {"t": "new"})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.created_at == item.updated_at
    assert rows("SELECT reason FROM closings") == [{"reason": "expired"}]


def test_reading_moves_the_expiry_and_not_the_order(store: PostgresMemoryStore) -> None:
    store.put(NOTES, "old", {"n": 1}, ttl=5)
    store.put(NOTES, "new", {"n": 2})
    before = store.get(NOTES, "old", refresh_ttl=True)
    after = store.get(NOTES, "old", refresh_ttl=True)
    assert before == after
    assert [item.key for item in store.search(NOTES)] == ["new", "old"]
