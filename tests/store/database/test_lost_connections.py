"""Connections and servers that die, and work that is run again."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.errors import ConflictError, StoreUnavailableError
from memory_graph.stores.availability import SOON_SECONDS, Availability
from memory_graph.stores.database import Connection, Database
from memory_graph.stores.dsn import parse_dsn
from memory_graph.stores.embedded import embedded_server
from tests.store.database.connections import backend, kill, one, statement

pytestmark = pytest.mark.own_database


def test_a_connection_that_nobody_answers_on_is_lost_within_a_minute(dsn: str) -> None:
    """The system would wait a quarter of an hour; what the DSN says holds."""

    async def parameters(connection: Connection) -> dict[str, str]:
        return connection.info.get_parameters()

    for text, timeout in ((dsn, "30000"), (make_conninfo(dsn, tcp_user_timeout=5000), "5000")):
        database = Database(text)
        found = database.run(parameters)
        assert (found["tcp_user_timeout"], found["keepalives_idle"]) == (timeout, "30")
        database.close()


def test_a_killed_connection_is_replaced_before_the_next_call(dsn: str) -> None:
    database = Database(dsn, pool_size=1)
    for _ in range(3):
        kill(dsn, database.run(backend))
        assert database.run(one) == 1
    database.close()


async def test_a_pool_full_of_dead_connections_answers_at_once(dsn: str) -> None:
    """As after a restart of the server: each dead one is given up without a pause."""
    database = Database(dsn)
    together = asyncio.Barrier(8)

    async def busy(connection: Connection) -> int:
        await together.wait()
        return await backend(connection)

    pids = await asyncio.gather(*(database.arun(busy) for _ in range(8)))
    await asyncio.to_thread(kill, dsn, *pids)
    began = time.monotonic()
    assert await database.arun(one) == 1
    assert time.monotonic() - began < 5
    assert len({*await asyncio.gather(*(database.arun(busy) for _ in range(8)))} - {*pids}) == 8
    await database.aclose()


def test_work_whose_connection_dies_is_run_again_as_a_whole(dsn: str, database: Database) -> None:
    database.run(statement("CREATE TABLE t (n int)"))
    tries: list[int] = []

    async def work(connection: Connection) -> None:
        tries.append(await backend(connection))
        await connection.execute("INSERT INTO t VALUES (1)")
        if len(tries) == 1:
            await asyncio.to_thread(kill, dsn, tries[0])
            await connection.execute("SELECT 1")

    database.run(work)
    assert len(tries) == 2
    assert database.run(statement("SELECT n FROM t")) == [{"n": 1}]


@pytest.mark.parametrize(("repeatable", "rows"), [(False, 0), (True, 1)])
def test_a_connection_lost_during_commit_is_retried_only_if_repeatable(
    dsn: str, database: Database, repeatable: bool, rows: int
) -> None:
    database.run(statement("CREATE TABLE t (n int)"))
    tries: list[int] = []

    async def work(connection: Connection) -> None:
        tries.append(await backend(connection))
        await connection.execute("INSERT INTO t VALUES (1)")
        if len(tries) == 1:
            await asyncio.to_thread(kill, dsn, tries[0])

    if repeatable:
        database.run(work, repeatable=True)
    else:
        with pytest.raises(StoreUnavailableError):
            database.run(work)
    assert len(tries) == 1 + rows
    assert len(database.run(statement("SELECT * FROM t"))) == rows


async def test_a_deadlock_is_run_again(database: Database) -> None:
    await database.arun(statement("CREATE TABLE t (k int PRIMARY KEY, n int)"))
    await database.arun(statement("INSERT INTO t VALUES (1, 0), (2, 0)"))
    tries: list[int] = []

    async def crossing(connection: Connection, first: int, second: int) -> None:
        tries.append(first)
        for key in (first, second):
            await connection.execute("UPDATE t SET n = n + 1 WHERE k = %s", [key])
            await asyncio.sleep(0.2)

    await asyncio.gather(
        database.arun(lambda connection: crossing(connection, 1, 2)),
        database.arun(lambda connection: crossing(connection, 2, 1)),
    )
    assert await database.arun(statement("SELECT DISTINCT n FROM t")) == [{"n": 2}]
    assert len(tries) == 3


def test_contention_without_end_is_a_conflict(database: Database) -> None:
    tries: list[int] = []

    async def work(_: Connection) -> None:
        tries.append(1)
        raise psycopg.errors.SerializationFailure("could not serialize access")

    with pytest.raises(ConflictError, match="try again"):
        database.run(work)
    assert len(tries) == 3


def test_a_server_that_is_gone_is_not_called_busy(dsn: str, server_dsn: str) -> None:
    """Whatever the pool is just trying, each call says why no connection can be had."""
    database = Database(dsn, pool_size=4, connect_timeout_seconds=0.4)
    name = sql.Identifier(parse_dsn(dsn)["dbname"])
    mine = database.run(backend)
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", [mine])
        for _ in range(6):
            with pytest.raises(StoreUnavailableError, match="not currently accepting"):
                database.run(one)
        admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))
    assert database.run(one) == 1
    database.close()


def test_a_server_that_goes_is_told_soon_and_is_back_at_once() -> None:
    """Nobody waits for the connect timeout to hear that a connection is refused."""
    folder = Path(tempfile.mkdtemp(prefix="mg-"))
    server = embedded_server(folder / "server", {"fsync": "off"})
    database = Database(server.start(), connect_timeout_seconds=60)
    assert database.run(one) == 1
    server.stop()
    began = time.monotonic()
    for _ in range(20):
        with pytest.raises(StoreUnavailableError, match="is a server running there"):
            database.run(one)
    assert time.monotonic() - began < 30
    server.start()
    assert database.run(one) == 1
    database.close()
    server.stop()
    shutil.rmtree(folder)


async def test_a_look_that_takes_long_is_not_taken_by_every_call() -> None:
    looks: list[float] = []

    async def look() -> None:
        looks.append(time.monotonic())
        await asyncio.sleep(SOON_SECONDS * 1.1)
        raise TimeoutError("no answer")

    server = Availability(look, "there")
    await server.expect()
    for ask in (server.look, *[server.expect] * 5):
        with pytest.raises(StoreUnavailableError, match="there: no answer"):
            await ask()
    assert len(looks) == 1


async def test_a_server_that_came_back_is_seen_by_the_next_look() -> None:
    answers: list[Exception | None] = [OSError("refused"), OSError("refused"), None]

    async def look() -> None:
        if (answer := answers.pop(0)) is not None:
            raise answer

    server = Availability(look, "there")
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            await (server.look() if len(answers) == 3 else server.expect())
    await server.expect()
    await server.expect()
    assert answers == []
