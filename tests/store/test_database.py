"""The pool behind one loop: every kind of caller, every kind of trouble."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import shutil
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.errors import (
    ConfigurationError,
    ConflictError,
    SchemaError,
    StoreClosedError,
    StoreError,
    StoreUnavailableError,
)
from memory_graph.stores.availability import SOON_SECONDS, Availability
from memory_graph.stores.database import Connection, Database, describe_dsn, wrap_error
from memory_graph.stores.dsn import parse_dsn
from memory_graph.stores.embedded import embedded_server
from memory_graph.stores.failures import server_problem

pytestmark = pytest.mark.own_database

Python = Callable[..., list[str]]


@pytest.fixture
def database(dsn: str) -> Iterator[Database]:
    """Open a database and close it after the test."""
    database = Database(dsn, pool_size=4)
    yield database
    database.close()


async def one(connection: Connection) -> int:
    cursor = await connection.execute("SELECT 1 AS n")
    row = await cursor.fetchone()
    assert row is not None
    return int(row["n"])


async def backend(connection: Connection) -> int:
    row = await (await connection.execute("SELECT pg_backend_pid() AS n")).fetchone()
    assert row is not None
    return int(row["n"])


def kill(dsn: str, *pids: int) -> None:
    """Terminate server processes and wait until they are gone."""
    with psycopg.connect(dsn, autocommit=True) as admin:
        for pid in pids:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def statement(text: str) -> Callable[[Connection], Awaitable[list[dict[str, Any]]]]:
    async def work(connection: Connection) -> list[dict[str, Any]]:
        cursor = await connection.execute(text.encode())
        return await cursor.fetchall() if cursor.description else []

    return work


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


async def test_a_busy_pool_says_so(dsn: str) -> None:
    database = Database(dsn, pool_size=1, connect_timeout_seconds=0.5)
    await database.arun(one)
    slow = asyncio.create_task(database.arun(statement("SELECT pg_sleep(2)")))
    await asyncio.sleep(0.1)
    with pytest.raises(StoreUnavailableError, match="MEMORY_GRAPH_POOL_SIZE"):
        await database.arun(one)
    await slow
    await database.aclose()


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


def test_every_new_connection_is_prepared(dsn: str) -> None:
    async def prepare(connection: Connection) -> None:
        await connection.execute("SET statement_timeout = '7s'")

    database = Database(dsn, on_connect=prepare, prepare_statements=False)
    for _ in range(7):
        assert database.run(statement("SHOW statement_timeout")) == [{"statement_timeout": "7s"}]
    assert database.run(statement("SELECT * FROM pg_prepared_statements")) == []
    database.close()


def test_a_failing_preparation_shows_its_reason(dsn: str) -> None:
    async def prepare(connection: Connection) -> None:
        await connection.execute("SET ROLE not_there")

    database = Database(dsn, on_connect=prepare)
    with pytest.raises(StoreError, match="not_there"):
        database.run(one)
    database.close()


def test_a_connection_that_can_not_be_prepared_is_closed(dsn: str) -> None:
    made: list[Connection] = []

    async def prepare(connection: Connection) -> None:
        made.append(connection)
        if len(made) > 1:  # the first one only looks at the server
            raise asyncio.CancelledError

    database = Database(dsn, on_connect=prepare, connect_timeout_seconds=0.5)
    with pytest.raises((StoreError, concurrent.futures.CancelledError)):
        database.run(one)
    database.close()
    assert len(made) > 1
    assert all(connection.closed for connection in made)


def test_an_interrupt_cancels_the_work(dsn: str, python: Python) -> None:
    script = """
import asyncio, os, signal, threading, time
from memory_graph.stores.database import Database
database = Database(sys.argv[1])
async def sleep(connection):
    try:
        await connection.execute("SELECT pg_sleep(30)")
    except asyncio.CancelledError:
        print("cancelled", flush=True)
        raise
threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    database.run(sleep)
except KeyboardInterrupt:
    print("interrupted", flush=True)
time.sleep(0.3)
"""
    start = time.monotonic()
    done = subprocess.run(
        python(script, dsn), capture_output=True, text=True, timeout=20, check=False
    )
    assert sorted(done.stdout.split()) == ["cancelled", "interrupted"], done.stderr
    assert done.returncode == 0
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("left", ["idle", "busy", "forked"])
def test_a_script_that_forgets_to_close_exits_at_once(dsn: str, python: Python, left: str) -> None:
    script = """
import asyncio, os, threading, time
from memory_graph.stores.database import Database
database = Database(sys.argv[1])
async def one(connection):
    await connection.execute("SELECT 1")
async def long(connection):
    await connection.execute("SELECT pg_sleep(60)")
database.run(one)
if sys.argv[2] == "busy":
    def wait():
        try:
            database.run(long)
        except Exception as error:
            print(type(error).__name__)
    threading.Thread(target=wait, daemon=True).start()
    time.sleep(0.3)
if sys.argv[2] == "forked" and (child := os.fork()):
    os.waitpid(child, 0)
print("end")
"""
    start = time.monotonic()
    done = subprocess.run(
        python(script, dsn, left), capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "end" in done.stdout
    assert time.monotonic() - start < 10


SCRIPT_EMBEDDED = """
from pathlib import Path
from memory_graph.stores.database import Database
from memory_graph.stores.embedded import start_embedded

database = Database(start_embedded(Path(sys.argv[1]), {"fsync": "off"}))
async def one(connection):
    await connection.execute("SELECT 1")
database.run(one)
"""


def test_the_pool_closes_before_the_embedded_server(
    embedded_folder: Any, python: Python, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from memory_graph.stores.embedded import embedded_status

    place = embedded_folder.parent / "script"
    done = subprocess.run(
        python(SCRIPT_EMBEDDED, place), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not embedded_status(place).running
    assert "terminating connection" not in (place / "pgdata" / "log").read_text()


# --- opening that fails -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def guarded(embedded_folder: Any) -> Iterator[str]:
    """Return the DSN of a server that asks everyone but its owner for a password."""
    from memory_graph.stores.embedded import embedded_server

    server = embedded_server(embedded_folder.parent / "guarded", {"fsync": "off"})
    dsn = server.start()
    rules = embedded_folder.parent / "guarded" / "pgdata" / "pg_hba.conf"
    rules.write_text("local all postgres trust\nlocal all all scram-sha-256\n")
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute("SELECT pg_reload_conf()")
        admin.execute("CREATE ROLE full_house LOGIN PASSWORD 'x' CONNECTION LIMIT 0")
    yield dsn
    server.stop()


ODD_PASSWORDS = ["p%40ss", "p@ss/w:rd?#", "100%", "a b'c\\d", "密码", "%%"]


@pytest.mark.parametrize("form", ["url", "pairs"])
@pytest.mark.parametrize("password", ODD_PASSWORDS)
def test_odd_passwords_work_in_both_forms(guarded: str, password: str, form: str) -> None:
    role = f"r_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(guarded, autocommit=True) as admin:
        command = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}")
        admin.execute(command.format(sql.Identifier(role), sql.Literal(password)))
    host = parse_dsn(guarded)["host"]
    if form == "url":
        url = f"postgresql://{role}:{quote(password, safe='')}@/postgres?host={quote(host, '')}"
        database = Database(url)
    else:
        database = Database(
            make_conninfo("", host=host, user=role, password=password, dbname="postgres")
        )
    assert database.run(one) == 1
    database.close()


OPENING: list[tuple[str, dict[str, object], str]] = [
    ("wrong password", {"user": "full_house", "password": "se%cret"}, "user and password"),
    ("no such role", {"user": "nobody_here", "password": "se%cret"}, "user and password"),
    ("no such database", {"dbname": "not_there"}, "CREATE DATABASE"),
    ("too many", {"user": "full_house", "password": "x"}, "max_connections"),
    ("no socket", {"host": "/nowhere/at/all"}, "server running"),
    ("refused", {"host": "127.0.0.1", "port": 1}, "server running"),
    ("no such host", {"host": "no-such-host.invalid"}, "host's name"),
]


@pytest.mark.parametrize(
    ("change", "words"), [case[1:] for case in OPENING], ids=[case[0] for case in OPENING]
)
def test_each_failure_to_open_says_why_and_what_to_do(
    guarded: str, change: dict[str, Any], words: str
) -> None:
    database = Database(make_conninfo(guarded, **change), connect_timeout_seconds=5)
    start = time.monotonic()
    with pytest.raises(StoreUnavailableError, match=words) as caught:
        database.run(one)
    database.close()
    assert time.monotonic() - start < 8
    assert "se%cret" not in str(caught.value)
    assert str(change.get("dbname", change.get("user", ""))) in str(caught.value)


def test_a_server_that_never_answers_ends_in_time() -> None:
    import socket

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(1)
        port = deaf.getsockname()[1]
        database = Database(f"postgresql://u@127.0.0.1:{port}/d", connect_timeout_seconds=0.5)
        start = time.monotonic()
        with pytest.raises(StoreUnavailableError, match="connect timeout"):
            database.run(one)
        database.close()
        assert time.monotonic() - start < 4


def test_a_refused_login_is_tried_once(guarded: str) -> None:
    before = _refusals(guarded)
    database = Database(make_conninfo(guarded, user="full_house", password="wrong"))
    with pytest.raises(StoreUnavailableError):
        database.run(one)
    database.close()
    assert _refusals(guarded) == before + 1


def _refusals(dsn: str) -> int:
    """Count the refused logins in the server's log."""
    log = Path(parse_dsn(dsn)["host"]) / "log"
    return log.read_text().count("FATAL:  password authentication failed")


def test_after_a_failed_opening_the_next_call_tries_again(dsn: str, server_dsn: str) -> None:
    name = f"mg_late_{uuid.uuid4().hex[:8]}"
    database = Database(make_conninfo(dsn, dbname=name))
    with pytest.raises(StoreUnavailableError):
        database.run(one)
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        assert database.run(one) == 1
        database.close()
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


FITNESS: list[tuple[int, str | None, str | None, str | None]] = [
    (180004, "0.8.5", "0.8.5", None),
    (150000, None, "0.8.0", None),
    (160002, "0.10.1", "0.10.1", None),
    (140012, "0.8.0", "0.8.0", "15 or newer"),
    (150018, None, None, "postgresql-15-pgvector"),
    (170000, None, "0.7.4", "install 0.8"),
    (170000, "0.5.1", "0.5.1", "install 0.8"),
    (170000, "0.7.0", "0.8.1", "ALTER EXTENSION vector UPDATE"),
]


@pytest.mark.parametrize(("number", "installed", "available", "words"), FITNESS)
def test_what_a_server_must_have(
    number: int, installed: str | None, available: str | None, words: str | None
) -> None:
    problem = server_problem(number, installed, available)
    assert (problem is None) if words is None else (words in str(problem))


def test_a_server_without_pgvector_is_refused_on_the_first_call(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = "SELECT 160003, NULL::text, NULL::text"
    monkeypatch.setattr("memory_graph.stores.database._SERVER", query)
    database = Database(dsn)
    with pytest.raises(SchemaError, match="postgresql-16-pgvector"):
        database.run(one)
    database.close()


STATEMENTS: list[tuple[str, type[StoreError], str]] = [
    ("SELECT * FROM not_there", SchemaError, "memory-graph doctor"),
    ("SELECT not_there()", SchemaError, "memory-graph doctor"),
    ("SELECT NULL::halfvecs", SchemaError, "search_path"),
    ("SELECT 1/0", StoreError, "division by zero"),
    ("DO $$ BEGIN RAISE program_limit_exceeded; END $$", StoreError, "larger than"),
    ("SET LOCAL statement_timeout = 20; SELECT pg_sleep(5)", StoreUnavailableError, "longer"),
    ("SET TRANSACTION READ ONLY; CREATE TABLE x ()", StoreUnavailableError, "read-only"),
    (
        "CREATE TEMP TABLE u (n int UNIQUE); INSERT INTO u VALUES (1), (1)",
        ConflictError,
        "unique",
    ),
    ("DO $$ BEGIN RAISE disk_full; END $$", StoreUnavailableError, "disk is full"),
    ("DO $$ BEGIN RAISE insufficient_privilege; END $$", StoreError, "rights"),
]


@pytest.mark.parametrize(("text", "kind", "words"), STATEMENTS)
def test_driver_errors_become_ours(
    database: Database, text: str, kind: type[StoreError], words: str
) -> None:
    with pytest.raises(StoreError, match=words) as caught:
        database.run(statement(text))
    assert type(caught.value) is kind
    assert isinstance(caught.value.__cause__, psycopg.Error)


def test_every_sqlstate_has_a_store_error() -> None:
    for code in dir(psycopg.errors):
        kind = getattr(psycopg.errors, code)
        if isinstance(kind, type) and issubclass(kind, psycopg.Error):
            assert isinstance(wrap_error(kind("words")), StoreError)


REFUSED = """connection failed: connection to server at "::1", port 1 failed: Connection refused
\tIs the server running on that host and accepting TCP/IP connections?
connection to server at "127.0.0.1", port 1 failed: Connection refused
\tIs the server running on that host and accepting TCP/IP connections?"""


def test_whether_a_server_runs_is_asked_once() -> None:
    told = str(wrap_error(psycopg.OperationalError(REFUSED)))
    assert told.lower().count("server running") == 1, told
    assert told.endswith("is a server running there?")
    assert '"::1", port 1' in told
    assert '"127.0.0.1", port 1' in told


# --- the DSN ------------------------------------------------------------------------------------

MALFORMED = [
    "",
    "postgresql",
    "postgresql://u:s3cr%zz@h/d",
    "postgresql://u:s3cr@t@h/d",
    "postgresql://u:s3cr/t@h/d",
    "postgresql://u:s3cr@t/x@h/d",
    "host=u:s3cr@h dbname=d",
    "postgresql://u:p@h:99999999/d",
    "host=h password=s3cr t",
    "host=h password='s3cr",
    "host=h s3cret=1",
    "mysql://u:s3cr@h/d",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_dsn_is_refused_without_showing_the_password(text: str) -> None:
    with pytest.raises(ConfigurationError, match="DSN") as caught:
        Database(text)
    error: BaseException | None = caught.value
    while error is not None:
        assert "s3cr" not in str(error)
        error = error.__cause__ or error.__context__


DESCRIBED = [
    ("postgresql://ann:s3cret@db:5433/mem?sslmode=require", "postgresql://ann@db:5433/mem"),
    ("host=db password='s3 cret' user=ann dbname=mem", "postgresql://ann@db/mem"),
    ("postgresql://postgres@/postgres?host=%2Ftmp%2Fx", "postgresql://postgres@/postgres?host=/tmp/x"),
    ("postgresql://a%40b:s3cret@h1:1,h2:2/d", "postgresql://a%40b@h1:1,h2:2/d"),
    ("postgresql://u:s3cret@h/mem%40home", "postgresql://u@h/mem%40home"),
    ("host=h user=u dbname='mem@home' password=s3cr@t", "postgresql://u@h/mem%40home"),
    ("postgresql://u:s3cret@h/d?application_name=a@b", "postgresql://u@h/d"),
    ("host=h1,h2 port=7", "postgresql://h1:7,h2:7/"),
    ("postgresql://", "postgresql:///"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), DESCRIBED)
def test_a_dsn_is_described_without_its_password(text: str, shown: str) -> None:
    assert describe_dsn(text) == shown


PASSWORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"))


@given(PASSWORDS.filter(bool))
def test_any_encoded_password_is_read_and_never_described(password: str) -> None:
    mark = f"§{password}§"
    for text in (
        f"postgresql://u:{quote(mark, safe='')}@h/d",
        make_conninfo("", host="h", user="u", password=mark, dbname="d"),
    ):
        assert parse_dsn(text)["password"] == mark
        assert describe_dsn(text) == "postgresql://u@h/d"


@pytest.mark.parametrize("options", [{"pool_size": 0}, {"connect_timeout_seconds": 0}])
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=next(iter(options))):
        Database("postgresql://", **options)
