"""Opening a connection: passwords, what a server must have, how each one is prepared."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from memory_graph.errors import SchemaError, StoreError, StoreUnavailableError
from memory_graph.stores.database import Connection, Database
from memory_graph.stores.dsn import parse_dsn
from memory_graph.stores.failures import server_problem
from tests.store.database.connections import one, statement

pytestmark = pytest.mark.own_database


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
