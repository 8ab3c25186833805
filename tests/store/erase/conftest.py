"""Fixtures of the tests of erase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import psycopg
import pytest

from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


@pytest.fixture
def dump(dsn: str) -> Callable[..., list[str]]:
    """Read every row of every table as text, or only those that hold a word."""

    def read(word: str = "", scope: str = "") -> list[str]:
        with psycopg.connect(dsn) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'memory_graph'"
            ).fetchall()
            rows = [
                f"{name}: {row[0]}"
                for (name,) in sorted(names)
                for row in connection.execute(
                    psycopg.sql.SQL("SELECT t::text FROM memory_graph.{} t ORDER BY 1").format(
                        psycopg.sql.Identifier(name)
                    )
                )
            ]
        return [row for row in rows if word.lower() in row.lower() and scope in row]

    return read
