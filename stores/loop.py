"""A background event loop in a daemon thread, usable from any thread and any other loop.

Everything that owns sockets to the database lives on this one loop, so a sync caller, several
``asyncio.run`` in a row and several threads share one pool.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import logging
import os
import threading
import weakref
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any, ParamSpec, TypeVar

from memory_graph.errors import StoreClosedError

Params = ParamSpec("Params")
Result = TypeVar("Result")
CLOSE_SECONDS = 10.0
FINISH_SECONDS = 3.0
"""How long ``close`` waits for what ``later`` has begun; it would be done in part if cancelled."""
_LOG = logging.getLogger(__name__)


class LoopThread:
    """One daemon thread with an event loop of its own, started on first use, closed at exit.

    ``on_close`` runs on the loop before it ends. A forked child starts a thread of its own.
    """

    def __init__(self, on_close: Callable[[], Awaitable[None]] | None = None) -> None:
        self._on_close = on_close
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._begun: set[asyncio.Task[None]] = set()
        self._closed = False
        self._warned = False
        self._of_parent: list[object] = []
        if hasattr(os, "register_at_fork"):
            start_afresh = weakref.WeakMethod(self._start_afresh)
            os.register_at_fork(after_in_child=partial(_call_if_alive, start_afresh))

    def run(
        self,
        function: Callable[Params, Coroutine[Any, Any, Result]],
        *args: Params.args,
        **kwargs: Params.kwargs,
    ) -> Result:
        """Run a coroutine function on the loop and wait for its result in this thread.

        An interrupt cancels the work. Raises StoreClosedError after close, and when called on the
        loop's own thread, where waiting could never end.
        """
        if threading.current_thread() is self._thread:
            raise StoreClosedError(
                "a sync store call was made from the store's own loop and would wait for itself: "
                "await the a-method there"
            )
        self._warn_inside_loop()
        future = self._submit(partial(function, *args, **kwargs))
        try:
            return future.result()
        except concurrent.futures.CancelledError as error:
            raise _closed_while_waiting() from error
        finally:
            future.cancel()

    async def arun(
        self,
        function: Callable[Params, Coroutine[Any, Any, Result]],
        *args: Params.args,
        **kwargs: Params.kwargs,
    ) -> Result:
        """Run a coroutine function on the loop and await its result from any loop.

        Cancelling the caller cancels the work. Raises StoreClosedError after close.
        """
        if threading.current_thread() is self._thread:
            return await function(*args, **kwargs)
        future = self._submit(partial(function, *args, **kwargs))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if self._closed and task is not None and not task.cancelling():
                raise _closed_while_waiting() from error
            raise

    def later(self, seconds: float, function: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a coroutine function on the loop after a pause; dropped when it is closed first.

        Once begun it is let finish, within FINISH_SECONDS of a close.
        """
        with self._lock:
            loop = None if self._closed else self._loop
        if loop is not None:
            start = partial(self._start, function)
            loop.call_soon_threadsafe(partial(loop.call_later, seconds, start))

    def _start(self, function: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run a coroutine function as one of the tasks that ``close`` waits for; on the loop."""
        if not self._closed:
            task = asyncio.get_running_loop().create_task(function())
            self._begun.add(task)
            task.add_done_callback(self._begun.discard)

    def close(self) -> None:
        """Cancel what runs, run ``on_close`` and end the thread; again does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            loop, thread = self._loop, self._thread
        atexit.unregister(self.close)
        if loop is None or thread is None:
            return
        ending = asyncio.run_coroutine_threadsafe(self._wind_up(), loop)
        ending.add_done_callback(partial(_stop, loop))
        if thread is not threading.current_thread():
            thread.join(CLOSE_SECONDS)

    async def aclose(self) -> None:
        """Close without blocking the caller's loop."""
        await asyncio.to_thread(self.close)

    def _submit(
        self, work: Callable[[], Coroutine[Any, Any, Result]]
    ) -> concurrent.futures.Future[Result]:
        """Hand work to the loop."""
        loop = self._running_loop()
        return asyncio.run_coroutine_threadsafe(self._tracked(work), loop)

    async def _tracked(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Run the work as one of the tasks that ``close`` cancels.

        Its coroutine is made here, so that none is left over when the task is cancelled unbegun.
        """
        task = asyncio.current_task()
        if task is None:  # a coroutine of this loop always runs in a task
            raise StoreClosedError("the store's loop runs no task")
        self._tasks.add(task)
        try:
            return await work()
        finally:
            self._tasks.discard(task)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        """The loop, started if need be. Ctrl-C meanwhile leaves no loop and no thread behind."""
        with self._lock:
            if self._closed:
                raise StoreClosedError("the store is closed: open a new one")
            if self._loop is None:
                self._thread, self._loop = _started()
                atexit.register(self.close)
            return self._loop

    def _start_afresh(self) -> None:
        """In a forked child: forget the thread, which is the parent's and not here.

        The inherited loop is kept unclosed: closing it would take the parent's sockets out of a
        selector that both processes share. Its tasks will never end; it must not complain of that.
        """
        if self._loop is not None:
            self._loop.set_exception_handler(_say_nothing)
        self._of_parent.extend((self._loop, self._tasks, self._begun))
        self._lock, self._loop, self._thread = threading.Lock(), None, None
        self._tasks, self._begun = set(), set()
        atexit.unregister(self.close)

    async def _wind_up(self) -> None:
        """Cancel the work, finish what was begun, then release what lives on the loop."""
        await _end(list(self._tasks), CLOSE_SECONDS / 2)
        if self._begun:
            _, late = await asyncio.wait(list(self._begun), timeout=FINISH_SECONDS)
            await _end(list(late), 1)
        if self._on_close is not None:
            await self._on_close()

    def _warn_inside_loop(self) -> None:
        """Say once that a sync call stalls the event loop it is made in."""
        if self._warned:
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        self._warned = True
        _LOG.warning("a sync store call inside async code blocks the event loop; use the a-method")


async def _end(tasks: Collection[asyncio.Task[Any]], seconds: float) -> None:
    """Cancel tasks and give them a moment to end."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=seconds)


def _call_if_alive(method: weakref.WeakMethod[Callable[[], None]]) -> None:
    """Call a method unless its object is gone."""
    if (alive := method()) is not None:
        alive()


def _say_nothing(_loop: asyncio.AbstractEventLoop, _context: dict[str, Any]) -> None:
    """Handle what a loop reports by leaving it unsaid."""


def _started() -> tuple[threading.Thread, asyncio.AbstractEventLoop]:
    """A thread, and the loop that runs in it; neither stays when the caller is interrupted."""
    ready: concurrent.futures.Future[asyncio.AbstractEventLoop] = concurrent.futures.Future()
    thread = threading.Thread(
        target=_serve, args=(ready,), name="memory-graph-store", daemon=True
    )  # fmt: skip
    try:
        thread.start()
        return thread, ready.result()
    except BaseException:
        ready.add_done_callback(_give_up)
        raise


def _give_up(ready: concurrent.futures.Future[asyncio.AbstractEventLoop]) -> None:
    """End a loop that nobody waits for any more."""
    if ready.exception() is None:
        loop = ready.result()
        loop.call_soon_threadsafe(loop.stop)


def _serve(ready: concurrent.futures.Future[asyncio.AbstractEventLoop]) -> None:
    """Body of the thread."""
    try:
        loop = asyncio.SelectorEventLoop()  # psycopg can't use Windows' default loop
    except OSError as error:
        ready.set_exception(error)
        return
    asyncio.set_event_loop(loop)
    ready.set_result(loop)
    try:
        loop.run_forever()
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, ending: concurrent.futures.Future[None]) -> None:
    """End the loop once the winding up is done, and say so if that failed."""
    loop.call_soon_threadsafe(loop.stop)
    if not ending.cancelled() and (error := ending.exception()) is not None:
        _LOG.warning("closing the store failed: %s", error)


def _closed_while_waiting() -> StoreClosedError:
    """The error of a caller whose work was cancelled by close."""
    return StoreClosedError(
        "the store was closed while this call was waiting; what it was to write may be stored or "
        "not: look with a new store before it is written again"
    )
