"""Fixtures of the tests of items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.items.places import Open


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores on one fresh database, and close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(**options: Any) -> PostgresMemoryStore:
        settings = replace(Settings(), pool_size=options.pop("pool_size", 2))
        options.setdefault("embeddings", "none")
        opened.append(PostgresMemoryStore(dsn, settings=settings, **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> PostgresMemoryStore:
    """Open a store without a model, as an ordinary user."""
    return open_store()


@pytest.fixture
def rows(dsn: str) -> Callable[..., list[dict[str, Any]]]:
    """Give a function that reads the tables."""

    def read(query: str, **params: Any) -> list[dict[str, Any]]:
        with psycopg.connect(dsn, row_factory=dict_row) as connection:
            connection.execute("SET search_path = memory_graph, public")
            return connection.execute(query.encode(), params).fetchall()

    return read
