"""Fixtures of the tests of maintenance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from memory_graph.settings import Settings
from memory_graph.stores import recall as recalling
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall_statement import OwnIndexes, numbered_statement
from tests.store.large_scope import WordVectors
from tests.store.maintain.waiting import LEAST, Open, Query


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores for which thirty memories are many."""
    opened: list[PostgresMemoryStore] = []

    def open_one(embeddings: Any = None, dsn: str = dsn, **more: Any) -> PostgresMemoryStore:
        base = Settings(dsn=dsn, pool_size=2, large_scope_rows=LEAST)
        settings = replace(base, **more)
        opened.append(
            PostgresMemoryStore(settings=settings, embeddings=embeddings or WordVectors())
        )
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def query(dsn: str) -> Query:
    """Ask the database beside the store."""

    def ask(text: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(dsn, autocommit=True) as connection:
            cursor = connection.execute(text.encode(), values or None)
            return cursor.fetchall() if cursor.description is not None else []

    return ask


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[OwnIndexes | None]:
    """Note which indexes each recall statement is made for."""
    seen: list[OwnIndexes | None] = []

    def make(shape: Any, schema: str, own: OwnIndexes | None = None) -> Any:
        seen.append(own)
        return numbered_statement(shape, schema, own)

    monkeypatch.setattr(recalling, "numbered_statement", make)
    return seen
