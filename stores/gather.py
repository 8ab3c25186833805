"""Calls of one event loop that wait at the same moment, run as one batch.

A hundred ``aput`` at once would be a hundred transactions that queue for the same lock; together
they are one. Calls that overlap have no order among each other, so those of one operation are
sorted by kind, which lets them share statements; the operations of one call stay together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    Op,
    Result,
    SearchOp,
)

from memory_graph.errors import ConflictError, InputError

Ops = tuple[Op, ...]
RunBatch = Callable[[Ops], Awaitable[list[Result]]]

MAX_OPERATIONS = 2000
"""Most operations of different calls in one transaction."""
_OF_ONE_CALL = (InputError, InvalidNamespaceError, ConflictError)
"""What can be wrong with one call and right with its neighbours."""


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """One caller, and what it waits for."""

    ops: Ops
    future: asyncio.Future[list[Result]]


class Gatherer:
    """Runs calls together; one for each store."""

    def __init__(self, run: RunBatch) -> None:
        self._run = run
        self._waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, list[_Call]] = (
            WeakKeyDictionary()
        )
        self._tasks: set[asyncio.Task[None]] = set()

    async def submit(self, ops: Ops) -> list[Result]:
        """Runs the operations, together with those of other callers; gives their own results.

        Raises what the operations would raise alone. A caller that is cancelled no longer waits;
        its operations may still take effect.
        """
        loop = asyncio.get_running_loop()
        call = _Call(ops, loop.create_future())
        waiting = self._waiting.setdefault(loop, [])
        waiting.append(call)
        if len(waiting) == 1:  # the task starts after everything that is ready to call now
            task = loop.create_task(self._serve(loop))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await call.future

    async def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        calls = self._waiting.pop(loop)
        try:
            for chunk in chunks(sorted(calls, key=lambda call: rank(call.ops))):
                await self._run_together(chunk)
        finally:
            for call in calls:
                call.future.cancel()  # only those a cancelled task has left behind

    async def _run_together(self, calls: Sequence[_Call]) -> None:
        try:
            results = await self._run(tuple(op for call in calls for op in call.ops))
        except _OF_ONE_CALL as error:
            if len(calls) == 1:
                _fail(calls, error)
            else:
                for call in calls:
                    await self._run_together([call])
        except Exception as error:  # noqa: BLE001 - handed to every caller
            _fail(calls, error)
        else:
            _answer(calls, results)


def rank(ops: Ops) -> int:
    """Reads before writes, like beside like; calls of several operations last."""
    if len(ops) != 1:
        return 4
    kinds = (GetOp, SearchOp, ListNamespacesOp)
    return next((number for number, kind in enumerate(kinds) if isinstance(ops[0], kind)), 3)


def chunks(calls: Sequence[_Call]) -> Iterator[list[_Call]]:
    """Calls in portions of a bounded number of operations; no call is divided."""
    portion: list[_Call] = []
    size = 0
    for call in calls:
        if portion and size + len(call.ops) > MAX_OPERATIONS:
            yield portion
            portion, size = [], 0
        portion.append(call)
        size += len(call.ops)
    if portion:
        yield portion


def _answer(calls: Sequence[_Call], results: Sequence[Result]) -> None:
    start = 0
    for call in calls:
        end = start + len(call.ops)
        if not call.future.done():
            call.future.set_result(list(results[start:end]))
        start = end


def _fail(calls: Sequence[_Call], error: Exception) -> None:
    for call in calls:
        if not call.future.done():
            call.future.set_exception(error)
