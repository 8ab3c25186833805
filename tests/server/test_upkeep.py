"""Maintenance beside a server: on time, failing, given up, cancelled."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from memory_graph.errors import StoreUnavailableError
from memory_graph.server import make_store, upkeep
from memory_graph.stores.maintain import MaintainReport
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.maintain.waiting import INDEXES, LEAST, MAKING, fill, old_snapshot

pytestmark = pytest.mark.own_database

Configure = Callable[..., None]


@pytest.fixture
def configure(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Set the environment of a server that hurries."""

    def put(dsn: str = dsn, minutes: float = 0.001) -> None:
        for name, value in (("DSN", dsn), ("MAINTAIN_MINUTES", minutes), ("EMBEDDINGS", "none"),
                            ("LARGE_SCOPE_ROWS", LEAST)):  # fmt: skip
            monkeypatch.setenv(f"MEMORY_GRAPH_{name}", str(value))

    monkeypatch.setattr(upkeep, "FIRST_SECONDS", 0.01)
    put()
    return put


async def rows(dsn: str, text: str) -> list[tuple[Any, ...]]:
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
        return list(await (await connection.execute(text.encode())).fetchall())


async def until(wanted: Callable[[], Any]) -> None:
    for _ in range(200):
        if await wanted():
            return
        await asyncio.sleep(0.05)
    pytest.fail("it did not come to that")


async def test_a_server_gives_large_scopes_indexes(configure: Configure, dsn: str) -> None:
    async with make_store() as store:
        await asyncio.sleep(0.1)
        assert await rows(dsn, INDEXES) == []
        await asyncio.to_thread(fill, store)

        async def is_done() -> bool:
            return (
                await rows(dsn, "SELECT 1 FROM memory_graph.scopes WHERE own_dimensions = 0") != []
            )

        await until(is_done)
        assert len(await rows(dsn, INDEXES)) == 2
        assert (await store.arecall("ann", "town7")).memories
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.parametrize("minutes", [0, -1])
async def test_it_can_be_switched_off(configure: Configure, dsn: str, minutes: float) -> None:
    configure(minutes=minutes)
    async with make_store() as store:
        await asyncio.to_thread(fill, store)
        assert not [one for one in asyncio.all_tasks() if "maintenance" in one.get_name()]


async def test_a_failure_is_logged_and_the_next_run_comes(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outcomes: list[Exception | MaintainReport] = [
        StoreUnavailableError("the server is gone"), MaintainReport(large_scopes=7)
    ]  # fmt: skip
    runs: list[PostgresMemoryStore] = []

    async def amaintain(store: PostgresMemoryStore) -> MaintainReport:
        runs.append(store)
        outcome = outcomes[min(len(runs), 2) - 1]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(PostgresMemoryStore, "amaintain", amaintain)
    caplog.set_level(logging.INFO, upkeep.__name__)
    async with make_store() as store:

        async def is_told() -> bool:
            return "large_scopes=7" in caplog.text

        await until(is_told)
        assert store not in runs  # it has a connection of its own
        assert await store.aget(("x", "notes"), "k") is None
    assert "maintenance comes again in 0.001 minutes: the server is gone" in caplog.text


async def filled(configure: Configure) -> None:
    """A large scope that nothing was done about yet."""
    configure(minutes=0)
    async with make_store() as store:
        await asyncio.to_thread(fill, store)


async def test_a_role_that_may_not_is_told_once(
    configure: Configure, dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(configure)
    async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as owner:
        await owner.execute(
            "CREATE ROLE mg_server LOGIN; GRANT USAGE ON SCHEMA memory_graph TO mg_server;"
            "GRANT ALL ON ALL TABLES IN SCHEMA memory_graph TO mg_server"
        )
        configure(make_conninfo(dsn, options="-c role=mg_server"))
        try:
            async with make_store() as store:

                async def is_told() -> bool:
                    return "given up" in caplog.text

                await until(is_told)
                await asyncio.sleep(0.3)
                assert (await store.arecall("ann", "town7")).memories
            assert caplog.text.count("given up") == 1
            assert "run it as the owner of that table" in caplog.text
        finally:
            await owner.execute("DROP OWNED BY mg_server; DROP ROLE mg_server")


async def test_a_stop_cancels_what_runs(configure: Configure, dsn: str) -> None:
    await filled(configure)
    configure(minutes=60)
    with old_snapshot(dsn):
        async with make_store():

            async def is_made() -> bool:
                return await rows(dsn, MAKING) != []

            await until(is_made)
            start = time.monotonic()
        assert time.monotonic() - start < 3
        assert await rows(dsn, MAKING) == []
