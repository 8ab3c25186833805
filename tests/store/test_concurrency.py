"""Many at once on a real server: nothing doubled, nothing lost, one winner."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import psycopg
import pytest

from memory_graph.effects import run
from memory_graph.errors import ConflictError
from memory_graph.settings import Settings
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Turn

pytestmark = pytest.mark.own_database

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(params=[1, 4], ids=["pool of one", "pool of four"])
def store(dsn: str, request: pytest.FixtureRequest) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database."""
    settings = replace(Settings(), pool_size=request.param)
    with PostgresMemoryStore(dsn, embeddings="none", settings=settings) as opened:
        yield opened


def fact(content: str, **fields: object) -> Candidate:
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": content, **fields,
         "evidence": {"span": content}}
    )  # fmt: skip


def number(dsn: str, what: str) -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(f"SELECT count(*) FROM memory_graph.{what}").fetchone()
    assert row is not None
    return int(row[0])


async def test_twenty_identical_adds_are_one_row_with_twenty_evidence_rows(
    store: PostgresMemoryStore, dsn: str
) -> None:
    results = await asyncio.gather(*(store.aremember("ann", "I like tea.") for _ in range(20)))
    assert len({one.memory_ids for one in results}) == 1
    assert (number(dsn, "memories"), number(dsn, "evidence")) == (1, 20)
    (kept,) = await store.alist_memories("ann")
    assert kept.evidence_count == 20


async def test_b13_fifty_mentions_of_one_entity(store: PostgresMemoryStore, dsn: str) -> None:
    facts = [fact(f"Mira did {i}.", entities=("Mira", "ＭＩＲＡ")) for i in range(50)]
    await asyncio.gather(*(store.aremember("ann", one) for one in facts))
    assert (number(dsn, "entities"), number(dsn, "mentions")) == (1, 50)


def test_b14_ten_writers_of_ten_turns(store: PostgresMemoryStore, dsn: str) -> None:
    def write(writer: int) -> None:
        lineage = ""
        for i in range(10):
            turn = Turn(
                role="user", content=f"{writer} says {i}", message_id=f"m{writer}-{i}",
                said_at=NOON, session_id="shared", position=i,
            )  # fmt: skip
            branch = Branch(f"T{writer}", f"r{i}", lineage or "{}")
            todo = Commit("ann", branch, turns=(turn,), nonce=f"{writer}-{i}")
            lineage = run(store.commit_program(todo)).lineage

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(write, range(10)))
    assert number(dsn, "memories") == 100
    assert len(store.list_memories("ann", limit=1000)) == 100


async def test_one_write_with_one_key_counts_once(store: PostgresMemoryStore, dsn: str) -> None:
    todo = Commit("ann", OUTSIDE, turns=(Turn(role="user", content="Hi."),), nonce="same")
    calls = [asyncio.to_thread(run, store.commit_program(todo)) for _ in range(10)]
    results = await asyncio.gather(*calls)
    assert len({one.number for one in results}) == 1
    assert sorted(one.already for one in results) == [False] + [True] * 9
    assert number(dsn, "memories") == 1


async def test_of_parallel_revisions_exactly_one_counts(
    store: PostgresMemoryStore, dsn: str
) -> None:
    old = (await store.aremember("ann", "I like tea.")).memory_ids[0]
    calls = [store.arevise("ann", old, f"I like tea {i}.") for i in range(10)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    won = [one for one in results if not isinstance(one, BaseException)]
    lost = [one for one in results if isinstance(one, ConflictError)]
    assert (len(won), len(lost)) == (1, 9)
    assert all(old in str(one) for one in lost)
    (kept,) = await store.alist_memories("ann")
    assert (kept.id,) == won[0].memory_ids
    assert number(dsn, "memories") == 2


async def test_parallel_values_of_one_slot_leave_one_open(
    store: PostgresMemoryStore, dsn: str
) -> None:
    facts = [
        fact(f"I live in C{i}.", attribute="city", value=f"C{i}", cardinality="single")
        for i in range(10)
    ]
    await asyncio.gather(*(store.aremember("ann", one) for one in facts))
    every = await store.alist_memories("ann", with_closed=True)
    assert len(every) == 10
    assert len([one for one in every if one.is_open]) == 1
    (kept,) = await store.alist_memories("ann")
    assert len(await store.ahistory("ann", kept.id)) == 10


async def test_revise_erase_and_recall_at_once_end(store: PostgresMemoryStore, dsn: str) -> None:
    ids = (await store.aremember("ann", [f"Tea number {i}." for i in range(10)])).memory_ids
    calls = [store.arevise("ann", one, f"Cup {i}.") for i, one in enumerate(ids)]
    calls += [store.aerase("ann", one) for one in ids]  # type: ignore[misc]  # results differ
    calls += [store.arecall("ann", "tea") for _ in range(20)]  # type: ignore[misc]
    results = await asyncio.gather(*calls, return_exceptions=True)
    allowed = (ConflictError, KeyError)
    assert [one for one in results if isinstance(one, BaseException)
            and not isinstance(one, allowed)] == []  # fmt: skip
    left = [one.id for one in await store.alist_memories("ann", with_closed=True)]
    if left:
        await store.aerase("ann", left)
    assert number(dsn, "memories") == 0


async def test_parallel_links_and_closings(store: PostgresMemoryStore, dsn: str) -> None:
    home = (await store.aremember("ann", fact("I live in Oslo.", attribute="city"))).memory_ids[0]
    facts = [fact(f"I take bus {i}.", depends_on=("city",)) for i in range(10)]
    await asyncio.gather(*(store.aremember("ann", one) for one in facts))
    assert number(dsn, "links") == 10
    await asyncio.gather(*(store.aretire("ann", home) for _ in range(5)))
    doubtful = [one.doubtful for one in await store.alist_memories("ann")]
    assert doubtful == [True] * 10
    assert number(dsn, "closings") == 1
