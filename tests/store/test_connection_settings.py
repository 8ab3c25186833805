"""The settings of a connection of our own: plans are made once, and nothing is compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_graph.stores.database import Database
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.write import Connection

SHOWN = "SELECT current_setting('plan_cache_mode') AS plan, current_setting('jit') AS jit"


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def settings(database: Database) -> tuple[str, str]:
    """What holds on a connection of the pool."""

    async def work(connection: Connection) -> tuple[str, str]:
        row = await (await connection.execute(SHOWN)).fetchone()
        assert row is not None
        return row["plan"], row["jit"]

    return database.run(work)


def test_a_connection_of_our_own_keeps_its_plans(store: PostgresMemoryStore) -> None:
    store.remember("ann", "Likes tea.")
    assert settings(store.engine.database) == ("force_generic_plan", "off")


def test_recall_is_prepared_at_its_first_use_and_planned_once(store: PostgresMemoryStore) -> None:
    store.remember("ann", "Likes tea.")
    for _ in range(3):
        assert store.recall("ann", "tea").memories

    async def work(connection: Connection) -> list[tuple[int, int]]:
        query = (
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements"
            " WHERE statement LIKE '%AS considered%'"
        )
        rows = await (await connection.execute(query)).fetchall()
        return [(row["generic_plans"], row["custom_plans"]) for row in rows]

    assert store.engine.database.run(work) == [(3, 0)]
