"""What has outlived its time to live is over for every verb, as if it had been closed then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from memory_graph.errors import ConflictError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory

FACTS, NOTES = ("ann", "semantic"), ("ann", "notes")
SHORT = 0.003
"""Minutes to live: over before the next test begins."""


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """A store without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def expired(store: PostgresMemoryStore, content: str) -> Memory:
    """A memory as it was while it lived; it does no more."""
    store.put(FACTS, "k", {"content": content}, ttl=SHORT)
    (memory,) = store.list_memories("ann", tiers=["semantic"])
    time.sleep(60 * SHORT + 0.1)
    return memory


def counts(store: PostgresMemoryStore) -> list[tuple[str, int, int]]:
    return [(one.tier, one.open, one.closed) for one in store.stats("ann").memories]


def test_statistics_count_what_has_expired_as_closed(store: PostgresMemoryStore) -> None:
    store.put(NOTES, "n", {"a": 1}, ttl=SHORT)
    expired(store, "我在罗马住")
    assert counts(store) == [("item", 0, 1), ("semantic", 0, 1)]
    store.remember("ann", "我在罗马住")
    assert counts(store) == [("item", 0, 1), ("semantic", 1, 1)]


def test_what_has_expired_shows_its_end(store: PostgresMemoryStore) -> None:
    memory = expired(store, "Ann lives in Rome")
    assert memory.is_open
    told = store.remember("ann", "Ann lives in Rome").memory_ids[0]
    found = store.get_memory("ann", memory.id)
    assert found.closed_at is not None
    assert found.closed_at == found.valid_to
    assert memory.recorded_at < found.closed_at < datetime.now(UTC)
    assert [(one.id, one.is_open) for one in store.history("ann", told)] == [
        (memory.id, False), (told, True)
    ]  # fmt: skip
    assert {one.id for one in store.list_memories("ann", with_closed=True)} == {memory.id, told}
    assert [one.id for one in store.list_memories("ann")] == [told]
    store.retire("ann", told)
    assert store.get_memory("ann", memory.id).closed_at == found.closed_at
    before = store.list_memories("ann", as_of=memory.recorded_at, with_closed=True)
    assert [(one.id, one.is_open) for one in before] == [(memory.id, True)]


def test_what_has_expired_need_not_be_retired(store: PostgresMemoryStore) -> None:
    memory = expired(store, "Ann lives in Rome")
    result = store.retire("ann", memory.id)
    assert (result.number, result.counts) == (None, {})
    other = store.remember("ann", "Ann likes tea").memory_ids[0]
    result = store.retire("ann", [memory.id, other])
    assert (result.counts["retired"], result.counts["skipped"]) == (1, 1)
    assert store.list_memories("ann") == []


def test_what_has_expired_is_not_revised(store: PostgresMemoryStore) -> None:
    memory = expired(store, "Ann lives in Rome")
    with pytest.raises(ConflictError, match=r"closed or expired .*: remember it anew"):
        store.revise("ann", memory.id, "Ann lives in Oslo")
