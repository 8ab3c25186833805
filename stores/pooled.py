"""Which connections lead to a pooler, where the server's own state is another client's next.

Pgbouncer 1.18 may keep a server for a client that ended a transaction inside a pipeline, until that
client speaks again; so nothing is sent in pipelines through a pooler.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from psycopg import AsyncConnection

_POOLED: WeakSet[AsyncConnection[Any]] = WeakSet()


def mark_pooled(connection: AsyncConnection[Any]) -> None:
    """Remembers that a pooler answers on this connection."""
    _POOLED.add(connection)


def may_pipeline(connection: AsyncConnection[Any]) -> bool:
    """False for a connection that a pooler answers on."""
    return connection not in _POOLED
