"""Sees what a store asks of its server: transactions, statements, and how long the server takes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import psycopg
from psycopg import AsyncCursor

from memory_graph.stores.postgres import PostgresMemoryStore

_ON_THE_SIDE = ".access "
"""Counts of use are written later, for many turns at once; they belong to no turn."""

Statement = tuple[str, Any]
"""A text and its parameters."""


@dataclass
class Seen:
    """What went to the server while it was watched."""

    transactions: int = 0
    statements: list[tuple[Any, Any]] = field(default_factory=list)


@contextlib.contextmanager
def watched(store: PostgresMemoryStore) -> Iterator[Seen]:
    """Counts the store's transactions and statements; a set of parameters is a statement."""
    seen = Seen()
    engine, transaction = store.engine, store.engine.transaction
    execute, many = AsyncCursor.execute, AsyncCursor.executemany

    def counted(*args: Any, **options: Any) -> Any:
        seen.transactions += 1
        return transaction(*args, **options)

    async def noted(cursor: Any, query: Any, params: Any = None, **options: Any) -> Any:
        _note(seen, query, [params])
        return await execute(cursor, query, params, **options)

    async def noted_many(cursor: Any, query: Any, params: Any, **options: Any) -> None:
        _note(seen, query, list(params))
        await many(cursor, query, params, **options)

    replaced: dict[str, Any] = {"execute": noted, "executemany": noted_many}
    with contextlib.ExitStack() as undo:
        undo.callback(setattr, AsyncCursor, "execute", execute)
        undo.callback(setattr, AsyncCursor, "executemany", many)
        undo.callback(vars(engine).pop, "transaction")
        vars(engine)["transaction"] = counted
        for name, function in replaced.items():
            setattr(AsyncCursor, name, function)
        yield seen


def _note(seen: Seen, query: Any, params: list[Any]) -> None:
    if _ON_THE_SIDE not in text_of(query):
        seen.statements += [(query, one) for one in params]


def text_of(query: Any) -> str:
    """The text of a query in any of the forms the driver takes."""
    if isinstance(query, bytes):
        return query.decode()
    return str(query if isinstance(query, str) else query.as_string(None))


def statements_of(store: PostgresMemoryStore, call: Callable[[], object]) -> list[Statement]:
    """The statements of a call, with their parameters."""
    with watched(store) as seen:
        call()
    return [(text_of(query), params) for query, params in seen.statements]


def longest(statements: Sequence[Statement]) -> Statement:
    """The statement that does the work: the one with the longest text."""
    return max(statements, key=lambda one: len(one[0]))


def cursor_for(connection: psycopg.Connection[Any], statement: Statement) -> psycopg.Cursor[Any]:
    """A cursor that reads the statement's parameters as they are written, by name or by number."""
    by_name = isinstance(statement[1], Mapping)
    return (psycopg.Cursor if by_name else psycopg.RawCursor)(connection)


def server_times(dsn: str, calls: Sequence[Sequence[Statement]]) -> dict[str, float]:
    """Milliseconds in which the server plans and runs the longest statement of calls, medians.

    What else a call asks is run before it in the same transaction: it may be settings.
    """
    planning, running = [], []
    for call in calls:
        with psycopg.connect(dsn) as connection:
            text, params = longest(call)
            for other in call:
                if other[0] != text:
                    cursor_for(connection, other).execute(other[0].encode(), other[1])
            explain = f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {text}".encode()
            found = cursor_for(connection, (text, params)).execute(explain, params).fetchone()
        plan = found[0][0] if found else {}
        planning.append(plan["Planning Time"])
        running.append(plan["Execution Time"])
    return {
        "planning": round(float(np.median(planning)), 3),
        "execution": round(float(np.median(running)), 3),
    }
