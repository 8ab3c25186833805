"""Calls that overlap share a batch, and neither results nor errors nor order get mixed up."""

from __future__ import annotations

import asyncio

import pytest
from langgraph.store.base import GetOp, Op, PutOp, Result, SearchOp

from memory_graph.errors import InputError, StoreUnavailableError
from memory_graph.stores.gather import MAX_OPERATIONS, Gatherer, Ops

NOTES = ("ann", "notes")


class Recorder:
    """Answers each operation with its key, and keeps what came together."""

    def __init__(self) -> None:
        self.batches: list[Ops] = []

    async def run(self, ops: Ops) -> list[Result]:
        self.batches.append(ops)
        await asyncio.sleep(0.01)
        return [answer(op) for op in ops]


def answer(op: Op) -> Result:
    if isinstance(op, GetOp | PutOp):
        if op.key == "down":
            raise StoreUnavailableError("no server")
        if op.key == "bad":
            raise InputError("bad key")
        found: list[tuple[str, ...]] = [(op.key,)]
        return found
    return []


def get(key: str) -> GetOp:
    return GetOp(NOTES, key)


async def test_calls_at_one_moment_are_one_batch_and_keep_their_results() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    results = await asyncio.gather(*(gatherer.submit((get(f"k{n}"),)) for n in range(50)))
    assert results == [[[(f"k{n}",)]] for n in range(50)]
    assert len(recorder.batches) == 1


async def test_calls_one_after_another_are_not_held_back() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    for number in range(3):
        assert await gatherer.submit((get(f"k{number}"),)) == [[(f"k{number}",)]]
    assert len(recorder.batches) == 3


async def test_like_stands_beside_like_and_a_call_stays_whole() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    put, search = PutOp(NOTES, "p", {}), SearchOp(NOTES)
    calls: list[Ops] = [(put,), (get("a"), put, get("b")), (search,), (get("c"),), (search,)]
    results = await asyncio.gather(*(gatherer.submit(call) for call in calls))
    assert recorder.batches == [(get("c"), search, search, put, get("a"), put, get("b"))]
    assert results[1] == [[("a",)], [("p",)], [("b",)]]
    assert results[3] == [[("c",)]]


async def test_the_error_of_one_call_is_its_own() -> None:
    gatherer = Gatherer(Recorder().run)
    calls = [gatherer.submit((get(key),)) for key in ("a", "bad", "c")]
    first, error, last = await asyncio.gather(*calls, return_exceptions=True)
    assert (first, last) == ([[("a",)]], [[("c",)]])
    assert isinstance(error, InputError)


async def test_a_lost_server_is_everybodys_error_and_asked_once() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    calls = [gatherer.submit((get(key),)) for key in ("a", "down", "c")]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(one, StoreUnavailableError) for one in results)
    assert len(recorder.batches) == 1


async def test_a_cancelled_caller_takes_nobody_along() -> None:
    gatherer = Gatherer(Recorder().run)
    tasks = [asyncio.create_task(gatherer.submit((get(key),))) for key in ("a", "b")]
    await asyncio.sleep(0)
    tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert await tasks[1] == [[("b",)]]


async def test_portions_are_bounded() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    count = MAX_OPERATIONS + 10
    await asyncio.gather(*(gatherer.submit((get(str(n)),)) for n in range(count)))
    assert [len(batch) for batch in recorder.batches] == [MAX_OPERATIONS, 10]


def test_each_loop_gathers_for_itself() -> None:
    recorder = Recorder()
    gatherer = Gatherer(recorder.run)
    for number in range(2):
        assert asyncio.run(gatherer.submit((get(str(number)),))) == [[(str(number),)]]


def test_a_loop_that_ends_early_leaves_no_caller_waiting() -> None:
    async def never(_: Ops) -> list[Result]:
        await asyncio.Event().wait()
        return []

    gatherer = Gatherer(never)

    async def leave() -> asyncio.Task[list[Result]]:
        task = asyncio.create_task(gatherer.submit((get("a"),)))
        await asyncio.sleep(0)
        return task

    assert asyncio.run(leave()).cancelled()
