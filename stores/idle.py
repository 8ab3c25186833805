"""Whether a connection that lay idle still works."""

from __future__ import annotations

import select
from typing import Any

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool


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
