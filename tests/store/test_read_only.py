"""A server that takes no writes, as a replica is one: what reads works, the rest says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from psycopg.conninfo import make_conninfo

from memory_graph.errors import StoreUnavailableError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings

pytestmark = pytest.mark.own_database

READS: dict[str, Callable[[PostgresMemoryStore, str], Any]] = {
    "recall": lambda store, one: store.recall("ann", "tea").memories,
    "get_memory": lambda store, one: store.get_memory("ann", one),
    "list_memories": lambda store, one: store.list_memories("ann"),
    "history": lambda store, one: store.history("ann", one),
    "stats": lambda store, one: store.stats("ann").memories,
    "export": lambda store, one: list(store.export("ann")),
    "related": lambda store, one: store.related("ann", "Bob") is not None,
    "get": lambda store, one: store.get(("ann", "notes"), "plain"),
    "search": lambda store, one: store.search(("ann",), query="tea"),
    "list_namespaces": lambda store, one: store.list_namespaces(prefix=("ann",)),
    "an item that expires": lambda store, one: store.get(("ann", "notes"), "short"),
}
WRITES: dict[str, Callable[[PostgresMemoryStore, str], Any]] = {
    "remember": lambda store, one: store.remember("ann", "Likes coffee."),
    "revise": lambda store, one: store.revise("ann", one, "Likes coffee."),
    "retire": lambda store, one: store.retire("ann", [one]),
    "put": lambda store, one: store.put(("ann", "notes"), "k", {}),
    "maintain": lambda store, one: store.maintain(),
}


@pytest.fixture
def replica(dsn: str, request: pytest.FixtureRequest) -> Iterator[PostgresMemoryStore]:
    """Open a store on a filled database whose server refuses writes."""
    with PostgresMemoryStore(dsn, embeddings=NgramEmbeddings(16)) as store:
        request.node.memory_id = store.remember("ann", ["Likes tea.", "Owns a dog."]).memory_ids[0]
        store.put(("ann", "notes"), "plain", {"text": "tea"})
        store.put(("ann", "notes"), "short", {"text": "tea"}, ttl=5)
    read_only = make_conninfo(dsn, options="-c default_transaction_read_only=on")
    settings = Settings(dsn=read_only, large_scope_rows=1)
    with PostgresMemoryStore(
        settings=settings, embeddings=NgramEmbeddings(16), refresh_ttl_on_read=False
    ) as opened:
        yield opened


def test_what_only_reads_works(
    replica: PostgresMemoryStore, request: pytest.FixtureRequest, subtests: pytest.Subtests
) -> None:
    for name, call in READS.items():
        with subtests.test(name):
            assert call(replica, request.node.memory_id)


def test_what_writes_is_refused_with_the_next_step(
    replica: PostgresMemoryStore, request: pytest.FixtureRequest, subtests: pytest.Subtests
) -> None:
    for name, call in WRITES.items():
        with subtests.test(name), pytest.raises(StoreUnavailableError, match="primary's DSN"):
            call(replica, request.node.memory_id)
