"""Reads other than recall: neighbours, history, lists, single memories, statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from psycopg import sql
from pydantic import AwareDatetime

from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.keys import dedupe_key, slot_key
from memory_graph.stores.queries import compact, compose
from memory_graph.stores.rows import to_memory
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint
from memory_graph.text.tokens import query_terms
from memory_graph.types import Candidate, Frozen, Memory


class TierCount(Frozen):
    """How many memories of one tier and kind a reader sees."""

    tier: str
    kind: str
    open: int
    closed: int


class Stats(Frozen):
    """What a scope holds, through the reader's eyes."""

    memories: tuple[TierCount, ...]
    writes: int
    trees: int
    """Threads (more exactly, checkpoint trees) that wrote into the scope."""
    forked: int
    """How many of them have left branches or rewinds."""
    entities: int
    clock: AwareDatetime | None


def view_parameters(
    scope: str, branch: Branch = OUTSIDE, oldest: str | None = None, as_of: datetime | None = None
) -> dict[str, Any]:
    """What every read needs to know of its reader."""
    return {
        "scope": scope, "thread_id": branch.thread_id, "lineage": branch.lineage,
        "root": branch.root, "oldest": oldest, "as_of": as_of,
    }  # fmt: skip


async def read_memories(
    connection: Connection, schema: str, name: str, params: dict[str, Any]
) -> list[Memory]:
    """The memories one named query gives; raises NeedsOldestCheckpoint."""
    cursor = await connection.execute(memory_statement(name, schema), params)
    return told_memories(await cursor.fetchall())


@lru_cache(maxsize=256)
def memory_statement(name: str, schema: str) -> sql.SQL:
    """A named query that gives memories, put together once."""
    return compact(
        compose(
            name, schema, view=compose("view", schema), columns=compose("memory_columns", schema),
            closing=compose("first_closing", schema),
        )
    )  # fmt: skip


def told_memories(rows: Sequence[Mapping[str, Any]]) -> list[Memory]:
    """Rows as memories; raises NeedsOldestCheckpoint when the reader's tree can't be told."""
    if rows and rows[0]["reader_tree"] == -1:
        raise NeedsOldestCheckpoint
    return [to_memory(row) for row in rows if row["id"] is not None]


def neighbour_parameters(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """Where to look for what the candidates repeat, replace or take back."""
    hints = [term for one in candidates for term in query_terms(one.replaces_hint or "")]
    slots = {slot_key(one.subject, one.attribute) for one in candidates if one.attribute}
    return {
        "keys": [dedupe_key(one) for one in candidates],
        "slots": sorted(slots),
        "forgotten": sorted({str(one.attribute) for one in candidates if _takes_back(one)}),
        "hint": " | ".join(f"'{_escaped(term)}'" for term in dict.fromkeys(hints)),
    }


def _takes_back(candidate: Candidate) -> bool:
    """True for a wish to forget a slot; values of the past are meant too."""
    return candidate.retires and candidate.attribute is not None


def _escaped(term: str) -> str:
    return term.replace("\\", "\\\\").replace("'", "''")


async def read_stats(connection: Connection, schema: str, params: dict[str, Any]) -> Stats:
    """Statistics of a scope; raises NeedsOldestCheckpoint."""
    cursor = await connection.execute(
        compose("stats", schema, view=compose("view", schema)), params
    )
    row = (await cursor.fetchall())[0]
    if row["tree"] == -1:
        raise NeedsOldestCheckpoint
    return Stats.model_validate({key: row[key] for key in Stats.model_fields})
