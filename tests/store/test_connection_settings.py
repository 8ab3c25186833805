"""The settings of a connection of our own: plans are made once, and nothing is compiled."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

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


@pytest.mark.own_database
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("datestyle", "German, DMY"),
        ("datestyle", "SQL, DMY"),
        ("client_encoding", "LATIN1"),
        ("standard_conforming_strings", "off"),
        ("intervalstyle", "iso_8601"),
        ("timezone", "Asia/Kathmandu"),
        ("default_transaction_isolation", "serializable"),
    ],
)
def test_what_a_database_prefers_changes_nothing(dsn: str, name: str, value: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        command = sql.SQL("ALTER DATABASE {} SET {} = {}").format(
            sql.Identifier(connection.info.dbname), sql.Identifier(name),
            sql.SQL(value) if "," in value else sql.Literal(value),
        )  # fmt: skip
        connection.execute(command)
    with PostgresMemoryStore(dsn, embeddings="none") as store:
        store.remember("ann", "喜欢 café crème 😀")
        assert [one.content for one in store.list_memories("ann")] == ["喜欢 café crème 😀"]
        store.put(("ann", "notes"), "k", {"at": "2026-02-03T04:05:00Z"}, ttl=5)
        for wanted in ({"$gte": "2026-02-03T05:05:00+01:00"}, {"$lt": "2026-02-04"}):
            assert [one.key for one in store.search(("ann",), filter={"at": wanted})] == ["k"]


def test_the_environment_does_not_choose_the_encoding(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with PostgresMemoryStore(dsn, embeddings="none") as store:
        store.remember("ann", "喜欢茶")
        assert [one.content for one in store.list_memories("ann")] == ["喜欢茶"]
