"""The database: a pool on a background loop, one transaction per call, errors wrapped once."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from memory_graph.errors import ConfigurationError, SchemaError, StoreClosedError
from memory_graph.stores.availability import DRIVER_ERRORS, SOON_SECONDS, Availability
from memory_graph.stores.dsn import connect_options, describe_dsn, parse_dsn
from memory_graph.stores.failures import server_problem, wrap_error
from memory_graph.stores.idle import Pool, living_connection
from memory_graph.stores.loop import LoopThread
from memory_graph.stores.transaction import (
    Attempt,
    Connection,
    Manner,
    Result,
    Work,
    may_retry,
    run_once,
)

__all__ = ["Connection", "Database", "Work", "check_server", "describe_dsn", "wrap_error"]

ATTEMPTS = 3
_CLOSE_SECONDS = 3.0
_LAST_WORK_SECONDS = 1.0
_LIFETIME_SECONDS = 30 * 60.0
_SERVER = """
SELECT current_setting('server_version_num')::int,
       (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'vector'),
       (SELECT default_version FROM pg_catalog.pg_available_extensions WHERE name = 'vector')
"""


class Database:
    """A PostgreSQL database, for callers of any thread and any event loop.

    Nothing is opened before the first call. ``on_connect`` is awaited with every new connection,
    in its own transaction. A forked child opens connections of its own.
    """

    def __init__(
        self,
        dsn: str,
        *,
        pool_size: int = 8,
        connect_timeout_seconds: float = 10.0,
        prepare_statements: bool = True,
        on_connect: Callable[[Connection], Awaitable[None]] | None = None,
    ) -> None:
        if pool_size < 1:
            raise ConfigurationError(f"pool_size={pool_size!r} must be at least 1")
        if not connect_timeout_seconds > 0 or math.isinf(connect_timeout_seconds):
            raise ConfigurationError(
                f"connect_timeout_seconds={connect_timeout_seconds!r} must be a positive number"
            )
        self.name = describe_dsn(dsn)
        self._options = connect_options(parse_dsn(dsn), prepare_statements, connect_timeout_seconds)
        self._dsn = dsn
        self._pool_size = pool_size
        self._seconds = connect_timeout_seconds
        self._on_connect = on_connect
        self._threads = LoopThread(on_close=self._close_pool)
        self._last_work: Callable[[Database], Coroutine[Any, Any, None]] | None = None
        self._pool: Pool | None = None
        self._in_use = 0  # connections that work is done on; the pool counts mere attempts too
        self._opening: asyncio.Lock | None = None
        self._home: asyncio.AbstractEventLoop | None = None
        self._of_parent: list[object] = []
        self._server = Availability(self._look_at_server, self.name)

    def run(
        self, work: Work[Result], *, repeatable: bool = False, pipelined: bool = False,
        autocommit: bool = False,
    ) -> Result:  # fmt: skip
        """Run the work in one transaction and wait for its result; see ``arun``."""
        return self._threads.run(
            self._transaction, work, Manner(repeatable or autocommit, pipelined, autocommit)
        )

    async def arun(
        self, work: Work[Result], *, repeatable: bool = False, pipelined: bool = False,
        autocommit: bool = False,
    ) -> Result:  # fmt: skip
        """Run the work in one transaction: committed when it returns, rolled back if it raises.

        The work is run again as a whole, three times at most, when the connection was lost before
        COMMIT was sent, or when the server gave it up for another transaction; so it must not do
        anything but talk to the connection. A connection lost during COMMIT leaves open whether
        it was kept: that is tried again only for ``repeatable`` work, which leaves the same rows
        when run twice. Driver errors come out as StoreError; all others pass unchanged.
        ``pipelined`` sends BEGIN with the first statement, COMMIT with the last, and what gives
        no rows without waiting for it: for work that goes through ``fetch``, ``ask`` and ``send``.
        ``autocommit`` spares BEGIN and COMMIT: each statement stands by itself, for a single read,
        or for what can't run inside a transaction. Such work may be run again as a whole.
        """
        return await self._threads.arun(
            self._transaction, work, Manner(repeatable or autocommit, pipelined, autocommit)
        )

    def later(self, seconds: float, work: Callable[[Database], Coroutine[Any, Any, None]]) -> None:
        """Run ``work`` on the loop after a pause, and once more just before the pool is closed."""
        self._last_work = work
        self._threads.later(seconds, partial(work, self))

    def close(self) -> None:
        """Close all connections and end the thread; again does nothing."""
        self._threads.close()

    async def aclose(self) -> None:
        """Close without blocking the caller's loop."""
        await self._threads.aclose()

    async def _transaction(self, work: Work[Result], manner: Manner) -> Result:
        """Try the work until it is done, or failed for good."""
        for left in range(ATTEMPTS - 1, -1, -1):
            attempt = Attempt()
            try:
                return await self._attempt(work, attempt, manner)
            except DRIVER_ERRORS as error:
                if left == 0 or not may_retry(error, attempt, repeatable=manner.repeatable):
                    raise await self._explained(error) from error
                await asyncio.sleep(0.01 * (ATTEMPTS - left))
        raise AssertionError("the last attempt returns or raises")

    async def _attempt(self, work: Work[Result], attempt: Attempt, manner: Manner) -> Result:
        """One try on one connection."""
        pool = await self._open_pool()
        async with self._connection(pool) as connection:
            self._in_use += 1
            try:
                return await run_once(connection, work, attempt, manner)
            finally:
                self._in_use -= 1

    @contextlib.asynccontextmanager
    async def _connection(self, pool: Pool) -> AsyncIterator[Connection]:
        """A connection of the pool; that the server is gone is told as soon as it is known.

        The pool alone would try on for the whole time and hide the reason.
        """
        await self._server.expect()
        async with contextlib.AsyncExitStack() as held:
            soon = min(SOON_SECONDS, self._seconds / 2)
            try:
                connection = await held.enter_async_context(living_connection(pool, soon))
            except PoolTimeout:
                if not self._in_use:
                    await self._server.look()
                rest = living_connection(pool, self._seconds - soon)
                connection = await held.enter_async_context(rest)
            yield connection

    async def _open_pool(self) -> Pool:
        """The pool of this process, opened on first use after a look at the server."""
        home = asyncio.get_running_loop()
        if self._home is not home:  # first use, or first use in a forked child
            self._of_parent.append((self._pool, self._opening))
            self._home, self._pool, self._opening = home, None, asyncio.Lock()
            self._in_use = 0
        if self._pool is not None:
            return self._pool
        if self._opening is None:
            raise StoreClosedError("the store is closed: open a new one")
        async with self._opening:
            if self._pool is None:
                await self._look_at_server()
                self._pool = await self._new_pool()
            return self._pool

    async def _look_at_server(self) -> None:
        """Connect once to see that it works; the pool would try on and hide the reason."""
        async with asyncio.timeout(self._seconds):
            connection = await self._connect()
        async with connection:
            await check_server(connection)
            await self._configure(connection)

    async def _connect(self) -> Connection:
        """Open a connection outside the pool."""
        return await AsyncConnection.connect(self._dsn, row_factory=dict_row, **self._options)

    async def _new_pool(self) -> Pool:
        """Open a pool and wait for its first connection."""
        pool: Pool = AsyncConnectionPool(
            self._dsn,
            connection_class=AsyncConnection[DictRow],
            kwargs={**self._options, "row_factory": dict_row},
            min_size=1,
            max_size=self._pool_size,
            open=False,
            configure=self._configure if self._on_connect is not None else None,
            timeout=self._seconds,
            max_lifetime=_LIFETIME_SECONDS,
            reconnect_timeout=self._seconds,
            name="memory_graph",
        )
        try:
            await pool.open(wait=True, timeout=self._seconds)
        except BaseException:  # a cancelled opener leaves no workers behind
            await pool.close(timeout=_CLOSE_SECONDS)
            raise
        return pool

    async def _configure(self, connection: Connection) -> None:
        """Prepare a new connection; the pool would drop one that fails here without closing it."""
        if self._on_connect is None:
            return
        try:
            await self._on_connect(connection)
            await connection.commit()
        except BaseException:
            await connection.close()
            raise

    async def _explained(self, error: Exception) -> Exception:
        """Our error; when no connection is in use, the reason a new one fails.

        A pool with some in use is only busy, and one look for each caller would make it worse.
        """
        if isinstance(error, PoolTimeout) and not self._in_use:
            try:
                await self._look_at_server()
            except DRIVER_ERRORS as reason:
                return wrap_error(reason, self.name)
            except SchemaError as reason:
                return reason
        return wrap_error(error, self.name)

    async def _finish(self) -> None:
        """Give the last work a moment; a server that is gone must not hold up the exit."""
        if self._last_work is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORK_SECONDS):
                await self._last_work(self)

    async def _close_pool(self) -> None:
        """Finish what is left to do and close the connections; on the loop, before it ends."""
        if self._pool is not None and self._home is asyncio.get_running_loop():
            await self._finish()
        pool, self._pool = self._pool, None
        if pool is not None and self._home is asyncio.get_running_loop():
            await pool.close(timeout=_CLOSE_SECONDS)


async def check_server(connection: AsyncConnection[Any]) -> None:
    """Raise SchemaError if the server is older than 15 or has no pgvector of at least 0.8.

    A server whose pgvector is on the disk but not yet in the database is fine.
    """
    async with connection.cursor(row_factory=tuple_row) as cursor:
        await cursor.execute(_SERVER)
        row = await cursor.fetchone()
    if row is not None and (problem := server_problem(row[0], row[1], row[2])):
        raise SchemaError(problem)
