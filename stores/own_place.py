"""Where a run stands when its state does not tell: in a node of a host, or on words said again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from psycopg.types.json import Jsonb

from memory_graph.effects import Program
from memory_graph.stores.branch import Branch, Covered
from memory_graph.stores.engine import Engine
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint, fetch

MOST_MESSAGES = 200
"""How many of the last messages are looked at; only the newest that was written counts."""
NEARBY = 100
"""How many numbers back the writes of the same step are looked for."""


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """What a run goes on from."""

    lineage: str
    session: Mapping[str, Any] = field(default_factory=dict)
    """The session of the last turn; empty before the first."""
    refused: Sequence[str] = ()
    """Keys of what a person refused on this branch, and took back since, in their order."""


def own_place(
    engine: Engine, scope: str, branch: Branch, covered: Sequence[Covered]
) -> Program[OwnPlace]:
    """What a run goes on from, told by the user messages before its own.

    That is the newest write of the thread whose messages are all among them, so a fork is followed;
    if there is none, the branch that spoke last.
    """
    messages = [one.record for one in covered[-MOST_MESSAGES:]]

    async def work(connection: Connection, oldest: str | None) -> OwnPlace:
        params = {
            "scope": scope, "thread_id": branch.thread_id, "root": branch.root, "oldest": oldest,
            "messages": Jsonb(messages), "ids": [one["id"] for one in messages], "nearby": NEARBY,
        }  # fmt: skip
        row = (await fetch(connection, "own_place", engine.schema, params))[0]
        if row["tree"] == -1:
            raise NeedsOldestCheckpoint
        return OwnPlace(row["lineage"], row["session"] or {}, row["refused"] or ())

    found: OwnPlace = yield from engine.transaction(work, branch, repeatable=True)
    return found


def before_said(
    engine: Engine, scope: str, branch: Branch, message_ids: Sequence[str]
) -> Program[str]:
    """The lineage before the messages were said first: without the writes that cover only them."""
    params = {
        "scope": scope, "thread_id": branch.thread_id, "lineage": branch.lineage,
        "ids": list(message_ids),
    }  # fmt: skip

    async def work(connection: Connection, _: str | None) -> str:
        lineage: str = (await fetch(connection, "before_said", engine.schema, params))[0]["lineage"]
        return lineage

    found: str = yield from engine.transaction(work, branch, repeatable=True)
    return found
