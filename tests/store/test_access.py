"""Uses are counted off the hot path, and never keep a program from ending."""

from __future__ import annotations

import asyncio
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from memory_graph.stores.access import AccessLog
from memory_graph.stores.postgres import PostgresMemoryStore

pytestmark = pytest.mark.own_database


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store that writes counts at close only."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        opened.engine.access = AccessLog("memory_graph", seconds=3600)
        yield opened


def counts(dsn: str) -> list[int]:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT access_count FROM memory_graph.access ORDER BY access_count"
        ).fetchall()
    return [row[0] for row in rows]


def eventually(dsn: str, expected: list[int]) -> bool:
    for _ in range(100):
        if counts(dsn) == expected:
            return True
        time.sleep(0.1)
    return False


def test_uses_are_written_at_close(store: PostgresMemoryStore, dsn: str) -> None:
    tea, snow = store.remember("ann", ["I like tea.", "It snowed."]).memory_ids
    store.recall("ann", "tea")
    store.recall("ann", "tea")
    store.get_memory("ann", snow)
    assert counts(dsn) == []
    store.close()
    assert counts(dsn) == [1, 2]
    with PostgresMemoryStore(dsn, embeddings="none") as again:
        kept = again.get_memory("ann", tea)
        listed = {one.id: one.access_count for one in again.list_memories("ann")}
    assert kept.access_count == 2
    assert kept.last_access is not None
    assert abs(kept.last_access - datetime.now(UTC)) < timedelta(minutes=5)
    assert listed == {tea: 2, snow: 1}


def test_a_recall_writes_nothing_itself(store: PostgresMemoryStore, dsn: str) -> None:
    store.remember("ann", "I like tea.")
    with psycopg.connect(dsn) as connection:
        mark = "SELECT pg_current_wal_insert_lsn(), txid_current_if_assigned()"
        before = connection.execute(mark).fetchone()
        for _ in range(20):
            store.recall("ann", "tea")
        assert counts(dsn) == []
        assert before is not None


def test_a_look_back_is_no_use(store: PostgresMemoryStore, dsn: str) -> None:
    store.remember("ann", "I like tea.")
    store.recall("ann", "tea", as_of=datetime.now(UTC) + timedelta(seconds=1))
    store.recall("ann", "zebra")
    store.close()
    assert counts(dsn) == []


@pytest.mark.parametrize(("seconds", "hits"), [(0.1, 10_000), (3600, 5)])
def test_uses_are_written_after_a_while_or_after_many(
    store: PostgresMemoryStore, dsn: str, seconds: float, hits: int
) -> None:
    store.engine.access = AccessLog("memory_graph", seconds=seconds, hits=hits)
    store.remember("ann", "I like tea.")
    for _ in range(5):
        store.recall("ann", "tea")
    assert eventually(dsn, [5])
    for _ in range(5):
        store.recall("ann", "tea")
    assert eventually(dsn, [10])


def test_parallel_uses_all_count(store: PostgresMemoryStore, dsn: str) -> None:
    store.engine.access = AccessLog("memory_graph", seconds=0.05, hits=7)
    store.remember("ann", "I like tea.")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: store.recall("ann", "tea"), range(40)))
    store.close()
    assert counts(dsn) == [40]


def test_a_write_that_close_meets_half_way_counts_once(
    store: PostgresMemoryStore, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, kept = store.engine.database, threading.Event()
    run = database.arun

    async def slow_to_say_so(work: Any, **manner: bool) -> Any:
        result = await run(work, **manner)
        kept.set()
        await asyncio.sleep(0.5)
        return result

    store.engine.access = AccessLog("memory_graph", seconds=0.01, hits=1)
    store.remember("ann", "I like tea.")
    monkeypatch.setattr(database, "arun", slow_to_say_so)
    store.recall("ann", "tea")
    assert kept.wait(10)
    store.close()
    assert counts(dsn) == [1]


def test_what_is_erased_meanwhile_is_left_out(store: PostgresMemoryStore, dsn: str) -> None:
    tea, _ = store.remember("ann", ["I like tea.", "Tea is hot."]).memory_ids
    store.recall("ann", "tea")
    store.erase("ann", tea)
    store.close()
    assert counts(dsn) == [1]


def test_a_revised_memory_starts_anew(store: PostgresMemoryStore) -> None:
    tea = store.remember("ann", "I like tea.").memory_ids[0]
    new = store.revise("ann", tea, "I like green tea.").memory_ids[0]
    assert store.get_memory("ann", new).access_count == 0


SCRIPT = """
from memory_graph.stores.postgres import PostgresMemoryStore

store = PostgresMemoryStore(sys.argv[1], embeddings="none")
store.remember("ann", "I like tea.")
store.recall("ann", "tea")
if sys.argv[2] == "gone":
    import psycopg
    with psycopg.connect(sys.argv[3], autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{sys.argv[4]}" WITH (FORCE)')
"""


@pytest.mark.parametrize("server", ["there", "gone"])
def test_a_program_that_never_closes_ends_and_counts(
    dsn: str, server_dsn: str, python: Callable[..., list[str]], server: str
) -> None:
    name = psycopg.conninfo.conninfo_to_dict(dsn)["dbname"]
    began = time.monotonic()
    done = subprocess.run(
        python(SCRIPT, dsn, server, server_dsn, name), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"Traceback" not in done.stderr
    assert time.monotonic() - began < 40
    if server == "there":
        assert counts(dsn) == [1]
