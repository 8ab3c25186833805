"""One store for all tests of a module; each test gets a scope of its own."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.visibility.world import World

Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def store_dsn(server_dsn: str, template_database: str) -> Iterator[str]:
    """Return the DSN of a database with our tables, dropped after the module."""
    label = f"mg_visibility_{uuid.uuid4().hex[:12]}"
    name = sql.Identifier(label)
    template = sql.Identifier(template_database)
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(name, template))
    yield make_conninfo(server_dsn, dbname=label)
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))


@pytest.fixture(scope="module")
def store(store_dsn: str) -> Iterator[PostgresMemoryStore]:
    """Return an open store without an embedder."""
    with PostgresMemoryStore(store_dsn, settings=Settings(), embeddings="none") as opened:
        yield opened


@pytest.fixture
def world(store: PostgresMemoryStore) -> World:
    """Return a fresh scope, driven beside the oracle."""
    return World(store)


@pytest.fixture
def rows(store_dsn: str, world: World) -> Rows:
    """Return a function that reads a table of the world's scope."""

    def read(table: str, order: str = "1") -> list[dict[str, Any]]:
        query = f"SELECT * FROM memory_graph.{table} WHERE scope = %s ORDER BY {order}"
        with psycopg.connect(store_dsn, row_factory=dict_row) as connection:
            return connection.execute(query.encode(), (world.scope,)).fetchall()

    return read
