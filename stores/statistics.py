"""The server's statistics while a database fills, before the server takes them by itself.

A connection keeps the plans of its statements. One that was made for an empty table may compare
every row of a full one with every other; statistics have it made anew.
"""

from __future__ import annotations

from memory_graph.effects import Program
from memory_graph.stores.asking import Connection, fetch
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.queries import compose


def part_loaded(engine: Engine, parts: int) -> Program[None]:
    """Takes statistics after the first, second, fourth, eighth … part of a large load.

    Not where the server has them by now, nor where the role may not.
    """

    async def look(connection: Connection, _oldest: str | None) -> None:
        for row in await fetch(connection, "young_tables", engine.schema, {"name": engine.schema}):
            if row["may_analyze"]:
                await connection.execute(compose("take_statistics", engine.schema))

    if parts & (parts - 1) == 0:
        yield from engine.transaction(look, OUTSIDE, autocommit=True)
