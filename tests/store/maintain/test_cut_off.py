"""Making indexes: beside readers and writers, killed, cancelled, several at once."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from psycopg.conninfo import make_conninfo

from memory_graph.errors import StoreUnavailableError
from memory_graph.stores.maintain import MaintainReport
from memory_graph.stores.recall_statement import OwnIndexes
from tests.store.maintain.waiting import (
    INDEXES,
    LEAST,
    Background,
    Open,
    Query,
    fill,
    found,
    is_whole,
    maker,
    old_snapshot,
)

pytestmark = pytest.mark.own_database


def test_a_scope_gets_indexes_and_a_new_store_uses_them(
    open_store: Open, query: Query, statements: list[OwnIndexes | None]
) -> None:
    store = open_store()
    fill(store, "bob", LEAST - 1)
    assert store.maintain() == MaintainReport()
    fill(store)
    seen: list[tuple[int, int, str]] = []
    report = store.maintain(lambda *step: seen.append(step))
    assert report == MaintainReport(large_scopes=1, indexes_made=3, scopes_counted=1)
    assert [(done, total) for done, total, _ in seen] == [(n, 5) for n in range(5)]
    assert is_whole(open_store(), query)
    assert statements == [OwnIndexes("ann", 32)]
    assert store.maintain() == MaintainReport(large_scopes=1)
    memory = "SELECT setting FROM pg_settings WHERE name = 'maintenance_work_mem'"
    assert query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == [(0,)]
    for _ in range(2):
        rows = store.engine.database.run(lambda one: _rows(one, memory))
        assert [tuple(row.values()) for row in rows] == query(memory)


async def _rows(connection: Any, text: str) -> list[dict[str, Any]]:
    return list(await (await connection.execute(text)).fetchall())


def test_writers_and_readers_go_on_while_an_index_is_made(
    open_store: Open, query: Query, dsn: str
) -> None:
    store = open_store()
    fill(store)
    with old_snapshot(dsn):
        making = Background(store.maintain)
        maker(query)
        other = open_store()
        for number in range(10):
            other.remember("ann", f"Bought hat{number} at the market.")
            assert found(other, f"hat{number}", limit=1)
        assert other.maintain() == MaintainReport(unfinished=1)
    assert making.wait() == MaintainReport(large_scopes=1, indexes_made=3, scopes_counted=1)
    assert is_whole(other, query)
    assert all(found(other, f"hat{number}", limit=1)[0].startswith(f"Bought hat{number} ")
               for number in range(10))  # fmt: skip


def test_runs_at_the_same_moment_do_no_harm(open_store: Open, query: Query) -> None:
    store = open_store()
    fill(store)
    stores = [open_store() for _ in range(4)]
    runs = [Background(one.maintain) for one in stores]
    assert sum(one.wait().indexes_made for one in runs) == 3
    assert is_whole(stores[0], query)


def test_a_killed_connection_is_made_good_by_the_same_run(
    open_store: Open, query: Query, dsn: str
) -> None:
    store = open_store()
    fill(store)
    with old_snapshot(dsn):
        making = Background(store.maintain)
        query("SELECT pg_terminate_backend(%s)", maker(query))
        assert found(open_store(), "town7", limit=1)
    assert making.wait().large_scopes == 1
    assert is_whole(store, query)


def test_a_run_that_is_killed_again_and_again_leaves_it_to_the_next(
    open_store: Open, query: Query, dsn: str
) -> None:
    store = open_store()
    fill(store)
    with old_snapshot(dsn):
        making = Background(store.maintain)
        for _ in range(3):
            query("SELECT pg_terminate_backend(%s)", pid := maker(query))
            while query("SELECT FROM pg_stat_activity WHERE pid = %s", pid):
                time.sleep(0.02)
        with pytest.raises(StoreUnavailableError):
            making.wait()
    assert [valid for _, valid in query(INDEXES)] == [False]
    assert found(store, "town7", limit=1)
    report = store.maintain()
    assert (report.indexes_dropped, report.indexes_made, report.large_scopes) == (1, 3, 1)
    assert is_whole(store, query)


async def test_a_cancelled_run_leaves_it_to_the_next(
    open_store: Open, query: Query, dsn: str
) -> None:
    store = open_store(pool_size=1)
    await asyncio.to_thread(fill, store)
    with old_snapshot(dsn):
        task = asyncio.create_task(store.amaintain())
        await asyncio.to_thread(maker, query)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await store.arecall("ann", "town7", limit=1)).memories
    assert [valid for _, valid in query(INDEXES)] == [False]
    assert (await store.amaintain()).indexes_dropped == 1
    assert is_whole(open_store(), query)


def test_a_time_limit_of_the_dsn_does_not_count(open_store: Open, query: Query, dsn: str) -> None:
    store = open_store(dsn=make_conninfo(dsn, options="-c statement_timeout=400ms"))
    fill(store)
    with old_snapshot(dsn):
        making = Background(store.maintain)
        maker(query)
        time.sleep(0.6)
    assert making.wait().large_scopes == 1
