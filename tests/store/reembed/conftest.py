"""Fixtures of the tests of reembed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.reembed.made import Open


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores on one database, by the name of their embedder; close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(embeddings: Any, schema: str = "memory_graph", **options: Any) -> Any:
        settings = Settings(dsn=dsn, schema=schema, pool_size=2)
        opened.append(PostgresMemoryStore(settings=settings, embeddings=embeddings, **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def query(dsn: str) -> Callable[..., list[dict[str, Any]]]:
    """Give a function that reads the tables of a schema."""

    def read(text: str, schema: str = "memory_graph") -> list[dict[str, Any]]:
        with psycopg.connect(dsn, row_factory=dict_row) as connection:
            connection.execute(f"SET search_path = {schema}, public".encode())
            return connection.execute(text.encode()).fetchall()

    return read
