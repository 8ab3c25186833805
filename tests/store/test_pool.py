"""One store for every kind of caller: slow embedders, loops, threads, forks, after close."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from langchain_core.embeddings import Embeddings
from psycopg.conninfo import make_conninfo

from memory_graph.errors import StoreClosedError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings

pytestmark = pytest.mark.own_database

NOTES = ("ann", "notes")
Open = Callable[..., PostgresMemoryStore]


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores on one fresh database, and close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(embeddings: str | Embeddings = "none", **settings: Any) -> PostgresMemoryStore:
        chosen = Settings(dsn=settings.pop("dsn", dsn), **{"pool_size": 2, **settings})
        opened.append(PostgresMemoryStore(settings=chosen, embeddings=embeddings))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


class HeldEmbeddings(NgramEmbeddings):
    """Embeds documents only when it is let go; questions are embedded at once."""

    def __init__(self) -> None:
        super().__init__(16)
        self.go = asyncio.Event()
        self.waiting = 0

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        self.waiting += 1
        await self.go.wait()
        return self.embed_documents(texts)

    async def aembed_query(self, text: str) -> list[float]:
        return self.embed_query(text)


def in_use(store: PostgresMemoryStore) -> int:
    """How many connections of the store's pool are taken."""
    pool = store.engine.database._pool
    assert pool is not None
    numbers = pool.get_stats()
    return numbers["pool_size"] - numbers["pool_available"]


async def reached(condition: Callable[[], bool]) -> None:
    """Wait until something holds; fail after a while."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never came to that")


# A slow embedder -------------------------------------------------------------------------------


async def test_g8_no_connection_is_held_while_fifty_adds_wait_for_the_embedder(
    open_store: Open,
) -> None:
    slow = HeldEmbeddings()
    store = open_store(slow, pool_size=5)
    await store.asetup()
    adds = [asyncio.create_task(store.aremember("ann", f"Likes tea {n}.")) for n in range(50)]
    await reached(lambda: slow.waiting == 50)
    await reached(lambda: in_use(store) == 0)
    assert (await store.arecall("ann", "tea")).memories == ()
    assert await store.alist_memories("bob") == []
    assert slow.waiting == 50
    assert not any(task.done() for task in adds)
    slow.go.set()
    await asyncio.gather(*adds)
    assert len(await store.alist_memories("ann", limit=100)) == 50
    await reached(lambda: in_use(store) == 0)


async def test_puts_and_revisions_hold_none_either(open_store: Open) -> None:
    plain = open_store()
    (memory_id,) = plain.remember("ann", "Likes tea.").memory_ids
    slow = HeldEmbeddings()
    store = open_store(slow, pool_size=1)
    await store.asetup()
    calls = [
        asyncio.create_task(store.aput(NOTES, "k", {"text": "hello"})),
        asyncio.create_task(store.arevise("ann", memory_id, "Likes coffee.")),
    ]
    await reached(lambda: slow.waiting == 2)
    await reached(lambda: in_use(store) == 0)
    assert await store.aget(NOTES, "none") is None
    slow.go.set()
    await asyncio.gather(*calls)
    assert in_use(store) == 0


async def test_cancelled_adds_leave_nothing_behind(open_store: Open) -> None:
    slow = HeldEmbeddings()
    store = open_store(slow, pool_size=1)
    await store.asetup()
    adds = [asyncio.create_task(store.aremember("ann", f"Likes tea {n}.")) for n in range(10)]
    await reached(lambda: slow.waiting == 10)
    for task in adds:
        task.cancel()
    done = await asyncio.gather(*adds, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError) for one in done)
    assert in_use(store) == 0
    assert await store.alist_memories("ann") == []


# Loops, threads, forks ---------------------------------------------------------------------------


async def use(store: PostgresMemoryStore, name: str) -> list[str]:
    """Everything a caller does: a verb, puts that are gathered, a read."""
    await store.aremember("ann", f"Likes {name}.")
    await asyncio.gather(*(store.aput(NOTES, f"{name}{n}", {"text": name}) for n in range(3)))
    found = await store.asearch(NOTES, filter={"text": name})
    assert len(found) == 3
    return [one.content for one in await store.alist_memories("ann", tiers=("semantic",))]


def test_one_store_lives_through_several_event_loops(open_store: Open) -> None:
    store = open_store()
    assert asyncio.run(use(store, "tea")) == ["Likes tea."]
    assert asyncio.run(use(store, "milk")) == ["Likes milk.", "Likes tea."]
    assert [one.content for one in store.list_memories("ann", tiers=("semantic",))] == [
        "Likes milk.", "Likes tea."
    ]  # fmt: skip
    assert len(asyncio.run(use(store, "coffee"))) == 3


def test_threads_with_and_without_loops_share_it(open_store: Open) -> None:
    store = open_store()
    failures: list[BaseException] = []

    def guarded(work: Callable[[], Any]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - shown by the test
            failures.append(error)

    works: list[Callable[[], Any]] = [
        *(lambda n=n: asyncio.run(use(store, f"loop {n}")) for n in range(3)),
        *(lambda n=n: store.remember("ann", f"Likes thread {n}.") for n in range(3)),
    ]
    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(store.list_memories("ann", tiers=("semantic",))) == 6


def test_a_forked_worker_uses_the_same_store_on_connections_of_its_own(open_store: Open) -> None:
    store = open_store()
    store.remember("ann", "Likes tea.")
    child = os.fork()
    if child == 0:
        code = 4
        try:
            store.remember("ann", "Likes milk.")
            asyncio.run(use(store, "coffee"))
            store.close()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    store.remember("ann", "Likes water.")
    assert len(store.list_memories("ann", tiers=("semantic",))) == 4


CALLS: dict[str, Callable[[PostgresMemoryStore], Any]] = {
    "setup": lambda store: store.setup(),
    "remember": lambda store: store.remember("ann", "x"),
    "recall": lambda store: store.recall("ann", "x"),
    "put": lambda store: store.put(NOTES, "k", {}),
    "get": lambda store: store.get(NOTES, "k"),
    "erase": lambda store: store.erase("ann", everything=True, confirm="ann"),
    "export": lambda store: list(store.export("ann")),
    "aremember": lambda store: asyncio.run(store.aremember("ann", "x")),
    "aput": lambda store: asyncio.run(store.aput(NOTES, "k", {})),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
@pytest.mark.parametrize("is_used", [False, True])
def test_use_after_close_says_so(
    open_store: Open, call: Callable[[PostgresMemoryStore], Any], is_used: bool
) -> None:
    store = open_store()
    if is_used:
        store.setup()
    store.close()
    store.close()
    with pytest.raises(StoreClosedError, match="closed"):
        call(store)


async def test_closing_releases_those_who_wait_for_the_embedder_with_an_error(
    open_store: Open,
) -> None:
    slow = HeldEmbeddings()
    store = open_store(slow)
    await store.asetup()
    add = asyncio.create_task(store.aremember("ann", "Likes tea."))
    await reached(lambda: slow.waiting == 1)
    await store.aclose()
    slow.go.set()
    with pytest.raises(StoreClosedError):
        await add


def test_a_closed_store_leaves_no_connection(open_store: Open, dsn: str, server_dsn: str) -> None:
    store = open_store()
    asyncio.run(use(store, "tea"))
    store.close()
    name = psycopg.conninfo.conninfo_to_dict(dsn)["dbname"]
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    with psycopg.connect(server_dsn, autocommit=True) as admin:
        for _ in range(100):
            row = admin.execute(query, [name]).fetchone()
            if row == (0,):
                break
            admin.execute("SELECT pg_sleep(0.05)")
    assert row == (0,)


@pytest.mark.parametrize("options", ["-c hnsw.iterative_scan=off", "-c statement_timeout=20000"])
def test_options_of_the_dsn_are_the_users_own(open_store: Open, dsn: str, options: str) -> None:
    store = open_store(dsn=make_conninfo(dsn, options=options))
    store.remember("ann", "Likes tea.")
    assert len(store.recall("ann", "tea").memories) == 1
