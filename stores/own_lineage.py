"""The lineage of a run whose state brings none: the graph called in a node of a host."""

from __future__ import annotations

from collections.abc import Sequence

from psycopg.types.json import Jsonb

from memory_graph.effects import Program
from memory_graph.stores.branch import Branch, Covered
from memory_graph.stores.engine import Engine
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint, fetch

MOST_MESSAGES = 200
"""How many of the last messages are looked at; only the newest that was written counts."""
NEARBY = 100
"""How many numbers back the writes of the same step are looked for."""


def own_lineage(
    engine: Engine, scope: str, branch: Branch, covered: Sequence[Covered]
) -> Program[str]:
    """What a run goes on from, told by the user messages before its own.

    That is the newest write of the thread whose messages are all among them, so a fork is followed;
    if there is none, the branch that spoke last.
    """
    messages = [one.record for one in covered[-MOST_MESSAGES:]]

    async def work(connection: Connection, oldest: str | None) -> str:
        params = {
            "scope": scope, "thread_id": branch.thread_id, "root": branch.root, "oldest": oldest,
            "messages": Jsonb(messages), "ids": [one["id"] for one in messages], "nearby": NEARBY,
        }  # fmt: skip
        row = (await fetch(connection, "own_lineage", engine.schema, params))[0]
        if row["tree"] == -1:
            raise NeedsOldestCheckpoint
        lineage: str = row["lineage"]
        return lineage

    found: str = yield from engine.transaction(work, branch, repeatable=True)
    return found
