"""The store behind pgbouncer in transaction mode, which the test starts."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory_graph.errors import StoreError
from memory_graph.settings import Settings
from memory_graph.stores.database import Connection
from memory_graph.stores.embedded_host import server_account
from memory_graph.stores.pooled import may_pipeline
from memory_graph.stores.postgres import PostgresMemoryStore

pytestmark = pytest.mark.own_database

REQUIRE = "MEMORY_GRAPH_TEST_REQUIRE"
KEEPS_STATEMENTS = (1, 22)
"""Since then it passes prepared statements on, also when the client drops them."""
SERVERS = 2
Open = Callable[..., PostgresMemoryStore]


@pytest.fixture(scope="module")
def program() -> str:
    """Return the path of pgbouncer; skip without it unless the run requires it."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    found = shutil.which("pgbouncer", path=places)
    if found is None:
        if "pgbouncer" in os.environ.get(REQUIRE, "").split(","):
            pytest.fail(f"{REQUIRE} names pgbouncer and it is not installed")
        pytest.skip("pgbouncer is not installed")
    return found


@pytest.fixture(scope="module")
def version(program: str) -> tuple[int, ...]:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    match = re.search(r"PgBouncer (\d+)\.(\d+)", done.stdout)
    assert match is not None
    return (int(match[1]), int(match[2]))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def pooler(program: str, version: tuple[int, ...], empty_dsn: str) -> Iterator[str]:
    """Start pgbouncer on a free port before a database with nothing in it; return its DSN."""
    target = conninfo_to_dict(empty_dsn)
    names = ("host", "port", "user", "password", "dbname")
    parts = " ".join(f"{name}={target[name]}" for name in names if target.get(name))
    port = free_port()
    statements = "max_prepared_statements = 100" if version >= KEEPS_STATEMENTS else ""
    with tempfile.TemporaryDirectory(prefix="mg-pooler-") as place:
        folder = Path(place)
        config = folder / "pgbouncer.ini"
        config.write_text(
            f"[databases]\nmemory = {parts}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {port}\nauth_type = any\npool_mode = transaction\n"
            f"default_pool_size = {SERVERS}\nmax_client_conn = 200\nunix_socket_dir =\n"
            f"{statements}\n"
        )
        account = server_account(_data_folder(target))
        identity: dict[str, Any] = {}
        if account is not None:
            for path in (folder, config):
                os.chown(path, account.uid, account.gid)
            identity = {"user": account.uid, "group": account.gid, "extra_groups": []}
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [program, str(config)], stdout=log, stderr=log, cwd="/", **identity
            )
        dsn = make_conninfo("", host="127.0.0.1", port=port, user="any", dbname="memory")
        try:
            _wait(dsn, process, folder / "log")
            yield dsn
        finally:
            process.terminate()
            process.wait(10)


def _data_folder(target: dict[str, Any]) -> Path:
    """The folder of the server's socket, whose owner may use it; none for a server elsewhere."""
    host = str(target.get("host") or "")
    return Path(host) if host.startswith("/") else Path("/nonexistent")


def _wait(dsn: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(100):
        try:
            with psycopg.connect(dsn, connect_timeout=5):
                return
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
    pytest.fail(log.read_text())


@pytest.fixture
def open_store(pooler: str) -> Iterator[Open]:
    opened: list[PostgresMemoryStore] = []

    def open_one(*, prepare: bool = False, **more: Any) -> PostgresMemoryStore:
        settings = Settings(dsn=pooler, prepare_statements=prepare, **more)
        opened.append(PostgresMemoryStore(settings=settings, embeddings="none"))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


async def work(store: PostgresMemoryStore, user: str, rounds: int) -> None:
    """What an application does, several times over."""
    for number in range(rounds):
        first = await store.aremember(user, f"Likes tea number {number}.")
        await store.arevise(user, first.memory_ids[0], f"Likes coffee number {number}.")
        await store.aput((user, "notes"), "k", {"number": number}, ttl=5)
        item = await store.aget((user, "notes"), "k")
        assert item is not None
        assert item.value == {"number": number}
        found = await store.arecall(user, f"coffee number {number}")
        assert found.memories[0].memory.content == f"Likes coffee number {number}."
        assert len(await store.asearch((user,), query="coffee")) >= 1


async def crowd(stores: list[PostgresMemoryStore], rounds: int) -> None:
    """Many callers at once, more than the pooler has connections to the server."""
    calls = [work(store, f"user{n}", rounds) for n, store in enumerate(stores * 2)]
    await asyncio.gather(*calls)


def test_the_store_works_without_prepared_statements(open_store: Open) -> None:
    stores = [open_store(pool_size=3) for _ in range(3)]
    asyncio.run(crowd(stores, 4))
    asyncio.run(crowd(stores, 3))
    for number in range(6):
        contents = {one.content for one in stores[0].list_memories(f"user{number}")}
        assert {f"Likes coffee number {n}." for n in range(4)} <= contents
    assert list(stores[0].export("user0"))
    stores[0].erase("user0", everything=True, confirm="user0")
    assert stores[1].list_memories("user0") == []


def test_with_prepared_statements_it_works_or_says_what_to_set(
    open_store: Open, version: tuple[int, ...]
) -> None:
    stores = [open_store(prepare=True, pool_size=3) for _ in range(3)]
    stores[0].setup()
    if version >= KEEPS_STATEMENTS:
        asyncio.run(crowd(stores, 8))
        return
    with pytest.raises(StoreError, match="MEMORY_GRAPH_PREPARE_STATEMENTS=false"):
        asyncio.run(crowd(stores, 12))


def test_nothing_goes_through_the_pooler_in_pipelines(open_store: Open, empty_dsn: str) -> None:
    """An older pgbouncer keeps the server of a client that has committed in one."""

    async def ask(connection: Connection) -> bool:
        return may_pipeline(connection)

    pooled = open_store()
    pooled.remember("ann", "Likes tea.")
    assert not pooled.engine.database.run(ask)
    with PostgresMemoryStore(empty_dsn, embeddings="none") as direct:
        direct.remember("ann", "Likes tea.")
        assert direct.engine.database.run(ask)


def test_nothing_is_set_for_the_others_behind_the_pooler(open_store: Open, pooler: str) -> None:
    store = open_store()
    store.remember("ann", "Likes tea.")
    changed = (
        "SELECT pg_sleep(0.2), ARRAY(SELECT name FROM pg_settings WHERE setting <> reset_val"
        " AND name IN ('plan_cache_mode', 'jit'))"
    )
    with ExitStack() as stack:
        callers = [stack.enter_context(psycopg.connect(pooler)) for _ in range(SERVERS)]
        found = [one.execute(changed).fetchone() for one in callers]  # each holds a server
    assert [row[1] for row in found if row] == [[]] * SERVERS
