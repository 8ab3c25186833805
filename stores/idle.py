"""Connections that work, from a pool in which others may have died while they lay idle."""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import AsyncIterator
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import DictRow
from psycopg_pool import AsyncConnectionPool

from memory_graph.stores.availability import DRIVER_ERRORS

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]


@contextlib.asynccontextmanager
async def living_connection(pool: Pool, seconds: float) -> AsyncIterator[AsyncConnection[DictRow]]:
    """A connection that works; raises PoolTimeout when none is free in time.

    A server that is started again leaves a pool full of dead ones. The pool's own check would pause
    after each, longer every time; here they are all given up at once.
    """
    until = time.monotonic() + seconds
    connection = await pool.getconn(seconds)
    while not await _is_alive(pool, connection):
        connection = await pool.getconn(until - time.monotonic())
    try:
        async with connection:
            yield connection
    finally:
        await pool.putconn(connection)


async def _is_alive(pool: Pool, connection: AsyncConnection[Any]) -> bool:
    """Whether an idle connection works; one that does not is given back, to be replaced."""
    try:
        await check_connection(connection)
    except DRIVER_ERRORS:
        await connection.close()
        await pool.putconn(connection)
        return False
    except BaseException:  # a cancelled caller leaves it in the pool
        await pool.putconn(connection)
        raise
    return True


async def check_connection(connection: AsyncConnection[Any]) -> None:
    """Raise if an idle connection is broken; asks the server only when it has a reason to.

    An idle server is silent: words, or the end, mean that it has closed the connection. What ends
    without a word is found by the first statement, which is then run again.
    """
    if _has_something_to_read(connection.fileno()):
        await AsyncConnectionPool.check_connection(connection)


def _has_something_to_read(descriptor: int) -> bool:
    if not hasattr(select, "poll"):
        return bool(select.select([descriptor], [], [], 0)[0])
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
