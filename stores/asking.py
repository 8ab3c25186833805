"""Running named queries on an open connection, alone or several in one round trip."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from psycopg import AsyncConnection, AsyncCursor, AsyncRawCursor, ProgrammingError, sql
from psycopg.pq import PipelineStatus
from psycopg.rows import DictRow, dict_row

from memory_graph.stores.pooled import may_pipeline
from memory_graph.stores.queries import Numbered, statement

Connection = AsyncConnection[DictRow]


async def fetch(
    connection: Connection, name: str, schema: str, params: dict[str, Any]
) -> list[DictRow]:
    """The rows of one named query."""
    (rows,) = await ask(connection, schema, (name, params))
    return rows


Ask = tuple[str | sql.SQL, dict[str, Any]]
"""A query, by its name or ready made, and its parameters."""


async def ask(connection: Connection, schema: str, *asks: Ask) -> list[list[DictRow]]:
    """The rows of several queries that don't need each other's, in one round trip if that may be.

    Each sees what the ones before it did.
    """
    is_pipelined = connection.pgconn.pipeline_status != PipelineStatus.OFF
    opens = len(asks) > 1 and not is_pipelined and may_pipeline(connection)
    async with connection.pipeline() if opens else nullcontext():
        cursors = [
            await connection.execute(
                query if isinstance(query, sql.SQL) else statement(query, schema), params
            )
            for query, params in asks
        ]
    return [await _rows(one) for one in cursors]


async def _rows(cursor: AsyncCursor[DictRow]) -> list[DictRow]:
    """The rows of a query, or none if it gives none; inside a pipeline that shows on asking."""
    try:
        return await cursor.fetchall()
    except ProgrammingError as error:
        if error.sqlstate is not None or cursor.description is not None:
            raise
        return []


async def send(connection: Connection, name: str, schema: str, params: dict[str, Any]) -> None:
    """Runs a named query without rows; in a pipelined transaction it is not waited for."""
    await connection.execute(statement(name, schema), params)


async def fetch_numbered(
    connection: Connection, query: Numbered, params: dict[str, Any]
) -> list[DictRow]:
    """The rows of a query in the server's own form, prepared at its first use."""
    async with AsyncRawCursor(connection, row_factory=dict_row) as cursor:
        await cursor.execute(query.text, query.values(params), prepare=True, binary=True)
        return await cursor.fetchall()
