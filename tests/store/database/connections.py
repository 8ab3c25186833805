"""What the tests of the pool share: works to run, and an end to connections."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import psycopg

from memory_graph.stores.database import Connection

Python = Callable[..., list[str]]


async def one(connection: Connection) -> int:
    cursor = await connection.execute("SELECT 1 AS n")
    row = await cursor.fetchone()
    assert row is not None
    return int(row["n"])


async def backend(connection: Connection) -> int:
    row = await (await connection.execute("SELECT pg_backend_pid() AS n")).fetchone()
    assert row is not None
    return int(row["n"])


def kill(dsn: str, *pids: int) -> None:
    """Terminate server processes and wait until they are gone."""
    with psycopg.connect(dsn, autocommit=True) as admin:
        for pid in pids:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def statement(text: str) -> Callable[[Connection], Awaitable[list[dict[str, Any]]]]:
    async def work(connection: Connection) -> list[dict[str, Any]]:
        cursor = await connection.execute(text.encode())
        return await cursor.fetchall() if cursor.description else []

    return work
