"""Fixtures of the tests of export and import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.transfer.filled import fact


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


@pytest.fixture
def do(store: PostgresMemoryStore) -> Callable[[str, str, Any], None]:
    """Do one random thing in a scope."""

    def act(scope: str, what: str, value: Any) -> None:
        if what == "city":
            slot = {"attribute": "city", "value": value, "cardinality": "single"}
            store.remember(scope, fact(f"I live in {value}.", entities=(value,), **slot))
        elif what == "say":
            store.remember(scope, f"{value} is nice.")
        elif what == "put":
            store.put((scope, "notes"), "k", {"text": value})
        else:
            rows = [one for one in store.list_memories(scope) if one.tier != "item"]
            if rows and what == "retire":
                store.retire(scope, rows[value % len(rows)].id)
            elif rows:
                store.revise(scope, rows[value % len(rows)].id, f"Text {uuid4().hex[:6]}.")

    return act
