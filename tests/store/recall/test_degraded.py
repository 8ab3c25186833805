"""What goes wrong or takes too long costs its arm only, and is said."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_graph.errors import ModelError
from memory_graph.stores import recalling
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Query, run_recall
from memory_graph.types import RecallResult
from tests.store.recall.said import WordEmbeddings, contents, told_later


class BrokenEmbeddings(WordEmbeddings):
    """Works when storing, fails when asked."""

    is_down = False

    def embed_query(self, text: str) -> list[float]:
        if self.is_down:
            raise ModelError("the embedder is down")
        return super().embed_query(text)


class SlowEmbeddings(WordEmbeddings):
    """Waits before it answers."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()

    def embed_query(self, text: str) -> list[float]:
        assert self.gate.wait(60)
        return super().embed_query(text)


def test_vectors_of_another_size_cost_their_arm_only_and_are_said(dsn: str) -> None:
    """As when a server changes the model behind a name."""
    embedder = WordEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea", "blue bike"])
        embedder.size = 32
        found = store.recall("ann", "tea")
    assert contents(found) == ["red tea"]
    assert found.arms == ("bm25",)
    assert "32 numbers, the stored ones have 64" in (found.degraded_reason or "")


def test_a_failing_embedder_costs_its_arm_only_and_is_said(dsn: str) -> None:
    embedder = BrokenEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea", "blue bike"])
        embedder.is_down = True
        found = store.recall("ann", "tea")
    assert contents(found) == ["red tea"]
    assert found.degraded
    assert "down" in (found.degraded_reason or "")
    assert found.arms == ("bm25",)


@pytest.mark.parametrize("how", ["sync", "async"])
def test_an_embedder_that_takes_too_long_costs_its_arm_only(dsn: str, how: str) -> None:
    embedder = SlowEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:

        async def arecall(limit_ms: int) -> RecallResult:
            found = await store.arecall("ann", "tea", timeout_ms=limit_ms)
            embedder.gate.set()  # the loop waits for its threads before it ends
            return found

        def ask(limit_ms: int) -> RecallResult:
            if how == "async":
                return asyncio.run(arecall(limit_ms))
            found = store.recall("ann", "tea", timeout_ms=limit_ms)
            embedder.gate.set()
            return found

        store.remember("ann", ["red tea", "blue bike"])
        assert not ask(60_000).degraded
        embedder.gate.clear()
        found = ask(500)
        assert contents(found)[0] == "red tea"
        assert (found.degraded, found.arms) == (True, ("bm25",))
        assert "500 ms" in (found.degraded_reason or "")
        assert ask(60_000).arms == ("vector", "bm25")


def test_the_first_question_may_load_a_model(dsn: str) -> None:
    embedder = SlowEmbeddings()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        store.remember("ann", ["red tea"])
    embedder.gate.clear()
    threading.Timer(0.8, embedder.gate.set).start()
    with PostgresMemoryStore(dsn, embeddings=embedder) as store:
        assert store.recall("ann", "tea", timeout_ms=400).arms == ("vector", "bm25")


def test_a_recall_that_takes_too_long_is_given_up_and_said(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    found = store.recall("ann", "tea", timeout_ms=0)
    assert (found.memories, found.degraded) == ((), True)
    assert "0 ms" in (found.degraded_reason or "")
    assert contents(store.recall("ann", "tea", timeout_ms=60_000)) == ["red tea"]


@pytest.mark.parametrize("how", ["sync", "async"])
def test_when_time_does_not_suffice_for_all_the_newest_are_looked_at(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    async def slow(connection: Any, schema: str, query: Query, *rest: Any) -> Any:
        if not query.newest:
            await connection.execute("SELECT pg_sleep(30)")
        return await run_recall(connection, schema, query, *rest)

    monkeypatch.setattr(recalling, "run_recall", slow)
    monkeypatch.setattr(recalling, "NEWEST", 2)
    for number in range(5):
        store.remember("ann", told_later(f"tea number {number}", number))
    found = (
        store.recall("ann", "tea", timeout_ms=3000) if how == "sync"
        else asyncio.run(store.arecall("ann", "tea", timeout_ms=3000))
    )  # fmt: skip
    assert sorted(contents(found)) == ["tea number 3", "tea number 4"]
    assert (found.degraded, found.considered) == (True, 2)
    assert "only the newest 2 memories" in (found.degraded_reason or "")
    past = store.recall("ann", "tea", timeout_ms=3000, as_of=datetime.now(UTC))
    assert past.considered == 2
