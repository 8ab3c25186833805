"""One try of a transaction on one connection, and whether another may follow it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from psycopg import AsyncConnection
from psycopg.rows import DictRow

from memory_graph.stores.failures import is_connection_lost, is_contention
from memory_graph.stores.pooled import may_pipeline

Result = TypeVar("Result")
Connection = AsyncConnection[DictRow]
Work = Callable[[Connection], Awaitable[Result]]


@dataclass(slots=True)
class Attempt:
    """How far one try of a transaction came."""

    connected: bool = False
    committing: bool = False


@dataclass(frozen=True, slots=True)
class Manner:
    """How a transaction is run; see ``Database.arun``."""

    repeatable: bool
    pipelined: bool
    autocommit: bool


async def run_once(
    connection: Connection, work: Work[Result], attempt: Attempt, manner: Manner
) -> Result:
    """Runs the work and commits it."""
    attempt.connected = True
    pipelined = manner.pipelined and may_pipeline(connection)
    await connection.set_autocommit(manner.autocommit or pipelined)
    if manner.autocommit:
        return await work(connection)
    if pipelined:
        return await _pipelined(connection, work, attempt)
    result = await work(connection)
    attempt.committing = True
    await connection.commit()
    return result


async def _pipelined(connection: Connection, work: Work[Result], attempt: Attempt) -> Result:
    """Runs the work with BEGIN before it and COMMIT after it.

    The driver's own would each be waited for by itself.
    """
    async with connection.pipeline():
        await connection.execute("BEGIN")
        result = await work(connection)
        attempt.committing = True
        await connection.execute("COMMIT")
    return result


def may_retry(error: Exception, attempt: Attempt, *, repeatable: bool) -> bool:
    """Whether the whole work may be run again after this error."""
    if not attempt.connected:  # the pool has tried by itself
        return False
    if is_contention(error):
        return True
    return is_connection_lost(error) and (repeatable or not attempt.committing)
