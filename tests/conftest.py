"""Fixtures for every test: a clean environment, and a database of one's own in milliseconds."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from psycopg import sql
from psycopg.conninfo import make_conninfo

pytest_plugins = ["tests.fixtures_openai"]
# No test fails because a machine is busy.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
ROOT = Path(__file__).resolve().parent.parent
TEST_DSN = "MEMORY_GRAPH_TEST_DSN"
FAST = {
    "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
    "autovacuum_naptime": "1min",  # as other servers have it; there are many databases here
}  # fmt: skip
_FOREIGN = ("MEMORY_GRAPH_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_")


@pytest.fixture(autouse=True, scope="session")
def heard_interrupts() -> None:
    """Let the programs the tests start hear Ctrl-C; a job in the background inherits deafness."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove settings and keys of the machine, so that results do not depend on them."""
    for name in list(os.environ):
        if name.startswith(_FOREIGN) and not name.startswith("MEMORY_GRAPH_TEST_"):
            monkeypatch.delenv(name)


@pytest.fixture
def python() -> Callable[..., list[str]]:
    """Build the command that runs a script text in a fresh interpreter with this package."""

    def command(script: str, *arguments: object) -> list[str]:
        start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        return [sys.executable, "-W", "error", "-c", start + script, *map(str, arguments)]

    return command


@pytest.fixture(scope="session")
def embedded_folder() -> Iterator[Path]:
    """Make a short-named folder outside pytest's own, whose modes pytest tightens again."""
    base = Path(tempfile.mkdtemp(prefix="mg-"))
    yield base / "server"
    shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(scope="session")
def server_dsn(embedded_folder: Path) -> Iterator[str]:
    """Return the DSN of a server where the tests may create databases."""
    given = os.environ.get(TEST_DSN)
    if given:
        yield given
        return
    from memory_graph.stores.embedded import embedded_server

    server = embedded_server(embedded_folder, FAST)
    yield server.start()
    server.stop()


@pytest.fixture(scope="session")
def template_database(server_dsn: str) -> Iterator[str]:
    """Return the name of a database with pgvector and, once there are any, our tables."""
    with _temporary_database(server_dsn, "mg_template") as name:
        dsn = make_conninfo(server_dsn, dbname=name)
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        if importlib.util.find_spec("memory_graph.stores.postgres") is not None:
            asyncio.run(_migrate(dsn))
        yield name


@pytest.fixture
def dsn(request: pytest.FixtureRequest) -> str:
    """Return the DSN of a database with our tables and nothing in them.

    It is shared and emptied before each test, since a database for each costs up to a second; a
    test marked ``own_database`` gets one that nobody else uses.
    """
    own = request.node.get_closest_marker("own_database") is not None
    name = "own_dsn" if own else "clean_dsn"
    return str(request.getfixturevalue(name))


@pytest.fixture
def own_dsn(server_dsn: str, template_database: str) -> Iterator[str]:
    """Return the DSN of a fresh database with our tables, dropped after the test."""
    with _temporary_database(server_dsn, "mg_test", template=template_database) as name:
        yield make_conninfo(server_dsn, dbname=name)


@pytest.fixture(scope="session")
def shared_dsn(server_dsn: str, template_database: str) -> Iterator[str]:
    """Return the DSN of the database that tests share one after the other."""
    with _temporary_database(server_dsn, "mg_shared", template=template_database) as name:
        yield make_conninfo(server_dsn, dbname=name)


@pytest.fixture(scope="session")
def wipe(shared_dsn: str) -> Iterator[Callable[[], None]]:
    """Empty every table of the shared database, ours and the checkpointer's."""
    kept = ("meta", "checkpoint_migrations")
    listed = (
        "SELECT schemaname, tablename FROM pg_tables "
        "WHERE schemaname IN ('memory_graph', 'public') AND NOT tablename = ANY(%s)"
    )
    with psycopg.connect(shared_dsn, autocommit=True) as connection:

        def empty() -> None:
            tables = connection.execute(listed, [list(kept)]).fetchall()
            names = sql.SQL(", ").join(sql.Identifier(*table) for table in tables)
            connection.execute(sql.SQL("TRUNCATE {}").format(names))
            connection.execute("DELETE FROM memory_graph.meta WHERE key <> 'schema_version'")

        yield empty


@pytest.fixture
def clean_dsn(shared_dsn: str, wipe: Callable[[], None]) -> str:
    """Return the DSN of the shared database, emptied."""
    wipe()
    return shared_dsn


@pytest.fixture
def empty_dsn(server_dsn: str) -> Iterator[str]:
    """Return the DSN of a fresh database with nothing in it, not even pgvector."""
    with _temporary_database(server_dsn, "mg_empty", template="template0") as name:
        yield make_conninfo(server_dsn, dbname=name)


@contextlib.contextmanager
def _temporary_database(server_dsn: str, prefix: str, template: str | None = None) -> Iterator[str]:
    """Create a database with a name no other test run has, and drop it after."""
    name = f"{prefix}_{uuid.uuid4().hex[:12]}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
        sql.Identifier(name), sql.Identifier(template or "template1")
    )
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(create)
    try:
        yield name
    finally:
        with psycopg.connect(server_dsn, autocommit=True) as connection:
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            connection.execute(drop.format(sql.Identifier(name)))


async def _migrate(dsn: str) -> None:
    """Apply the package's own migrations to the template."""
    from memory_graph.stores.migrate import migrate

    async with await psycopg.AsyncConnection.connect(dsn) as connection:
        await migrate(connection, "memory_graph")
