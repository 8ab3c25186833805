"""What the driver reports becomes an error of ours that says what to do."""

from __future__ import annotations

import psycopg
import pytest

from memory_graph.errors import ConflictError, SchemaError, StoreError, StoreUnavailableError
from memory_graph.stores.database import Database, wrap_error
from tests.store.database.connections import statement

pytestmark = pytest.mark.own_database

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
