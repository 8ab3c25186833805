"""The pool behind one loop: every kind of caller, until it is closed."""

from __future__ import annotations

import asyncio
import os
import threading
import time

import psycopg
import pytest

from memory_graph.errors import StoreClosedError, StoreUnavailableError
from memory_graph.stores.database import Connection, Database
from tests.store.database.connections import backend, one, statement

pytestmark = pytest.mark.own_database


def test_rows_are_dicts_and_nothing_is_opened_before_the_first_call(dsn: str) -> None:
    before = set(threading.enumerate())
    database = Database(dsn)
    assert set(threading.enumerate()) <= before
    assert database.run(statement("SELECT 1 AS a, '王' AS b")) == [{"a": 1, "b": "王"}]
    database.close()


def test_commit_on_success_and_rollback_on_error(database: Database) -> None:
    database.run(statement("CREATE TABLE t (n int)"))

    async def failing(connection: Connection) -> None:
        await connection.execute("INSERT INTO t VALUES (1)")
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        database.run(failing)
    assert database.run(statement("SELECT * FROM t")) == []
    database.run(statement("INSERT INTO t VALUES (2)"))
    assert database.run(statement("SELECT n FROM t")) == [{"n": 2}]


async def test_g7_fifty_parallel_calls_finish_on_one_connection(dsn: str) -> None:
    database = Database(dsn, pool_size=1)
    pids = await asyncio.gather(*(database.arun(backend) for _ in range(50)))
    assert len(set(pids)) == 1
    await database.aclose()


async def test_a_slow_work_leaves_the_other_connections_free(dsn: str) -> None:
    database = Database(dsn, pool_size=2)
    slow = asyncio.create_task(database.arun(statement("SELECT pg_sleep(1)")))
    await asyncio.sleep(0.1)
    assert await asyncio.wait_for(database.arun(one), 0.8) == 1
    assert not slow.done()
    await slow
    await database.aclose()


@pytest.mark.parametrize("milliseconds", [0, 1, 5, 40, 200])
async def test_g10_a_cancelled_call_ends_and_the_next_one_answers(
    dsn: str, milliseconds: float
) -> None:
    database = Database(dsn, pool_size=1)
    for _ in range(3):
        call = asyncio.create_task(database.arun(statement("SELECT pg_sleep(30)")))
        await asyncio.sleep(milliseconds / 1000)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert await asyncio.wait_for(database.arun(one), 5) == 1
    await database.aclose()


async def test_cancelled_work_is_stopped_on_the_server_too(database: Database, dsn: str) -> None:
    call = asyncio.create_task(database.arun(statement("SELECT pg_sleep(31)")))
    await asyncio.sleep(0.3)
    call.cancel()
    running = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE %s"
    with psycopg.connect(dsn, autocommit=True) as admin:
        for _ in range(100):
            if admin.execute(running, ["%sleep(31)%"]).fetchone() is None:
                break
            await asyncio.sleep(0.05)
        assert admin.execute(running, ["%sleep(31)%"]).fetchone() is None


def test_two_event_loops_in_a_row_and_sync_between(database: Database) -> None:
    assert asyncio.run(database.arun(one)) == 1
    assert database.run(one) == 1
    assert asyncio.run(database.arun(one)) == 1


def test_threads_and_loops_share_the_pool(database: Database) -> None:
    results: list[int] = []

    def sync() -> None:
        results.extend(database.run(one) for _ in range(5))

    def looped() -> None:
        results.extend(asyncio.run(database.arun(one)) for _ in range(5))

    threads = [threading.Thread(target=work) for work in (sync, looped) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [1] * 40


async def test_a_sync_call_in_async_code_warns_once(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    assert [database.run(one), database.run(one)] == [1, 1]
    assert [record.message for record in caplog.records if "a-method" in record.message] == [
        "a sync store call inside async code blocks the event loop; use the a-method"
    ]


def test_a_sync_call_from_the_own_loop_is_refused_and_an_async_one_works(
    database: Database,
) -> None:
    async def nested(_: Connection) -> int:
        with pytest.raises(StoreClosedError, match="own loop"):
            database.run(one)
        return await database.arun(one)

    assert database.run(nested) == 1


def test_use_after_close_is_refused_and_closing_twice_is_fine(database: Database) -> None:
    assert database.run(one) == 1
    database.close()
    database.close()
    with pytest.raises(StoreClosedError):
        database.run(one)
    with pytest.raises(StoreClosedError):
        asyncio.run(database.arun(one))


async def test_closing_releases_who_waits(dsn: str) -> None:
    database = Database(dsn)
    waiting = asyncio.create_task(database.arun(statement("SELECT pg_sleep(30)")))
    await asyncio.sleep(0.3)
    await asyncio.wait_for(database.aclose(), 8)
    with pytest.raises(StoreClosedError):
        await waiting


def test_closing_leaves_no_connection(dsn: str, server_dsn: str) -> None:
    database = Database(dsn)
    database.run(one)
    database.close()
    name = psycopg.conninfo.conninfo_to_dict(dsn)["dbname"]
    with psycopg.connect(server_dsn) as admin:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        for _ in range(50):
            row = admin.execute(query, [name]).fetchone()
            admin.rollback()
            if row == (0,):
                break
            time.sleep(0.05)
    assert row == (0,)


def test_a_forked_child_gets_connections_of_its_own(dsn: str) -> None:
    database = Database(dsn, pool_size=1)
    mine = database.run(backend)
    child = os.fork()
    if child == 0:
        code = 0 if database.run(backend) != mine else 3
        database.close()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert database.run(backend) == mine
    database.close()


async def test_a_call_that_is_closed_during_its_commit_is_not_told_that_nothing_was_written(
    dsn: str,
) -> None:
    """The server may have kept it; only a look can tell."""
    database = Database(dsn)
    await database.arun(
        statement(
            "CREATE TABLE t (n int);"
            "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
            " 'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END';"
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION slowly()"
        )
    )
    call = asyncio.create_task(database.arun(statement("INSERT INTO t VALUES (1)")))
    await asyncio.sleep(0.2)
    await database.aclose()
    with pytest.raises(StoreClosedError, match="may be stored or not: look"):
        await call


async def test_a_busy_pool_says_so(dsn: str) -> None:
    database = Database(dsn, pool_size=1, connect_timeout_seconds=0.5)
    await database.arun(one)
    slow = asyncio.create_task(database.arun(statement("SELECT pg_sleep(2)")))
    await asyncio.sleep(0.1)
    with pytest.raises(StoreUnavailableError, match="MEMORY_GRAPH_POOL_SIZE"):
        await database.arun(one)
    await slow
    await database.aclose()
