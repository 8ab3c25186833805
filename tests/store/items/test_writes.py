"""Batches as writes of their scopes, also many at once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langgraph.store.base import GetOp, PutOp

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.items.places import FACTS, NOTES, VERSIONS, Open, Rows


def test_a_batch_is_one_write_a_scope(store: PostgresMemoryStore, rows: Rows) -> None:
    ops: list[Any] = [PutOp((who, "x"), f"k{n}", {"n": n}) for n in range(3) for who in "ab"]
    store.batch([*ops, GetOp(("a", "x"), "k1"), PutOp(("a", "x"), "k1", {"n": 9})])
    writes = rows("SELECT scope, tree, thread_id, counts FROM writes ORDER BY scope")
    assert [(one["scope"], one["tree"], one["thread_id"]) for one in writes] == [
        ("a", 0, None),
        ("b", 0, None),
    ]
    assert writes[0]["counts"] == {"items": 4, "items_closed": 1}


def test_reading_and_deleting_nothing_writes_nothing(
    store: PostgresMemoryStore, rows: Rows
) -> None:
    store.get(NOTES, "k")
    store.search(NOTES, query="tea")
    store.delete(NOTES, "k")
    store.delete(FACTS, "k")
    assert rows("SELECT FROM writes") == []


def test_the_statistics_of_a_scope_count_items(store: PostgresMemoryStore, rows: Rows) -> None:
    store.batch([PutOp(NOTES, f"k{n}", {"t": "one two"}, index=["t"]) for n in range(3)])
    store.put(NOTES, "k0", {"t": "three"}, index=False)
    scope = rows("SELECT row_count, lexeme_count FROM scopes")[0]
    assert scope == {"row_count": 4, "lexeme_count": 6}


def test_writing_to_several_scopes_in_any_order_does_not_deadlock(open_store: Open) -> None:
    store = open_store(pool_size=4)
    start = threading.Barrier(4)

    def work(turn: int) -> None:
        start.wait()
        for number in range(10):
            names = ["a", "b", "c"] if turn % 2 else ["c", "b", "a"]
            store.batch([PutOp((name, "x"), f"{turn}-{number}", {"n": 1}) for name in names])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert [len(store.search((name,), limit=100)) for name in "abc"] == [40, 40, 40]


def test_twenty_puts_of_one_key_at_once_leave_one_open_version(
    open_store: Open, rows: Rows
) -> None:
    store = open_store(pool_size=4)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: store.put(NOTES, "k", {"n": number}), range(20)))
    versions = rows("SELECT interval_number, isempty(closed) AS is_open FROM memories ORDER BY 1")
    assert [one["interval_number"] for one in versions] == list(range(1, 21))
    assert [one["is_open"] for one in versions] == [False] * 19 + [True]


def test_puts_of_one_key_gathered_from_one_loop_count_as_one(open_store: Open, rows: Rows) -> None:
    """Calls of the same moment are one batch, and of one key in a batch the last counts."""
    store = open_store()

    async def work() -> None:
        await asyncio.gather(*(store.aput(NOTES, "k", {"n": number}) for number in range(20)))

    asyncio.run(work())
    assert rows("SELECT data FROM memories WHERE isempty(closed)") == [{"data": {"n": 19}}]


def test_a_write_whose_commit_was_not_seen_is_not_done_twice(
    store: PostgresMemoryStore, rows: Rows
) -> None:
    from memory_graph.effects import run
    from memory_graph.stores import items

    batches: list[Any] = []
    transaction = store.engine.transaction

    def twice(work: Any, branch: Any, **options: Any) -> Any:
        batches.append(options)
        yield from transaction(work, branch, **options)
        found = yield from transaction(work, branch, **options)
        return found

    store.engine.transaction = twice  # type: ignore[method-assign]
    assert run(items.run_batch(store, (PutOp(NOTES, "k", {"n": 1}),))) == [None]
    assert batches == [{"repeatable": True, "pipelined": True}]
    assert len(rows(VERSIONS)) == 1
    assert len(rows("SELECT FROM writes")) == 1
