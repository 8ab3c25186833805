"""Recall: one statement over a scope, with vectors, BM25, entities and time fused by score.

Scores are fused, not ranks, since ranks lose what the scores say. ``recall_query`` says what is
looked for, ``recall_statement`` makes the statement, this module runs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from psycopg.rows import DictRow

from memory_graph.stores.asking import Connection, fetch_numbered, send
from memory_graph.stores.diversity import Seen, diversify
from memory_graph.stores.recall_parameters import parameters
from memory_graph.stores.recall_query import ALL_TIERS, Period, Query, Weights
from memory_graph.stores.recall_statement import OwnIndexes, numbered_statement, shape_of
from memory_graph.stores.rows import to_memory
from memory_graph.stores.write import NeedsOldestCheckpoint
from memory_graph.types import Recalled, RecallResult, Scores

__all__ = ["ALL_TIERS", "Found", "Period", "Query", "Weights", "run_recall"]

OUTDATED = 0.85
"""What a raw turn is worth whose fact was closed since: the newer one should stand before it."""
_COLUMNS = {
    "vector": "cosine", "follower": "follower", "bm25": "bm25", "entity": "entity",
    "time": "period", "code": "code", "speaker": "spoken", "session": "in_session",
    "fused": "fused", "importance_boost": "importance_boost", "recency_boost": "recency_boost",
    "boost": "boost", "final": "final",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What the statement gave."""

    result: RecallResult
    speakers: tuple[str, ...]
    """The names of those who have spoken in the scope, roles left out."""
    own_dimensions: int | None
    """The size of the vectors in the scope's own indexes; None when it has none."""


async def run_recall(
    connection: Connection, schema: str, query: Query, oldest: str | None,
    own: int | None = None,
) -> Found:  # fmt: skip
    """Runs the statement; raises NeedsOldestCheckpoint when the reader's tree can't be told.

    ``own`` is the size of the vectors in the scope's own indexes, if it has such. Where these bring
    up less than was asked for, as narrow filters can make them, every row is looked at after all.
    """
    rows: list[DictRow] = []
    if own is not None and _is_of_use(own, query):
        rows = await _look_in_indexes(connection, schema, query, oldest, own)
    if not _is_enough(rows, query):
        statement = numbered_statement(shape_of(query), schema)
        rows = await fetch_numbered(connection, statement, parameters(query, oldest))
    first = rows[0]
    if first["tree"] == -1:
        raise NeedsOldestCheckpoint
    found = _outdated_last([row for row in rows if row["id"] is not None])
    foreign = _foreign(query, first["other_embedder"])
    order = diversify([_seen(row) for row in found], query.limit)
    result = RecallResult(
        memories=tuple(
            Recalled(memory=to_memory(found[place]), scores=_scores(found[place]))
            for place in order
        ),
        clock=first["clock"], considered=int(first["considered"]),
        degraded=foreign is not None, degraded_reason=foreign,
        arms=_arms(query, first["named"], is_foreign=foreign is not None), terms=query.terms,
        entities=tuple(first["named"]), standing=tuple(first["standing"]),
    )  # fmt: skip
    return Found(result, tuple(first["speakers"]), first["own_dimensions"])


def _is_of_use(own: int, query: Query) -> bool:
    """Whether the indexes of a scope serve a question: its vector must be of the same size.

    A running conversation weighs every session against all others, and the terms of a past moment
    were other ones than maintenance has counted: both need every row.
    """
    is_fit = query.vector is None or len(query.vector) == own
    return is_fit and not query.conversation and query.as_of is None and not query.newest


def _is_enough(rows: list[DictRow], query: Query) -> bool:
    """Whether as many rows came as were asked for; also when the reader can't be told yet."""
    if rows and rows[0]["tree"] == -1:
        return True
    return sum(row["id"] is not None for row in rows) >= query.limit + query.spare


async def _look_in_indexes(
    connection: Connection, schema: str, query: Query, oldest: str | None, own: int
) -> list[DictRow]:
    """What a large scope's own indexes bring up; the vector index goes on until it has enough."""
    statement = numbered_statement(shape_of(query), schema, OwnIndexes(query.scope, own))
    params = parameters(query, oldest)
    reach = min(max(params["nearest"], 100), 1000)  # what pgvector allows to look at at once
    async with connection.transaction(), connection.pipeline():
        await send(connection, "recall_large_settings", schema, {"nearest": str(reach)})
        return await fetch_numbered(connection, statement, params)


def _outdated_last(rows: list[DictRow]) -> list[DictRow]:
    """The rows best first, once a turn that states what was closed since is worth less."""
    for row in rows:
        if row["is_outdated"]:
            row["doubtful"] = True
            row["boost"] *= OUTDATED
            row["final"] *= OUTDATED
    return sorted(rows, key=lambda row: -float(row["final"]))


def _seen(row: Mapping[str, Any]) -> Seen:
    """What of a row tells whether it repeats another."""
    slot = (row["subject"], row["attribute"], row["value"]) if row["attribute"] else None
    session = row["session_id"] if row["kind"] == "turn" else None
    return Seen(row["content"], slot, session or "")


def _foreign(query: Query, embedder: str | None) -> str | None:
    """Why the vector of a question was compared with none; ``embedder`` made those of the scope."""
    if query.vector is None or embedder is None:
        return None
    return (
        f"the vectors of scope {query.scope!r} are of {embedder!r} or of another size, those of "
        f"this store of {query.embedder!r}: found without them; start the store anew with the "
        "embedder that `memory-graph reembed` was run with"
    )


def _arms(query: Query, named: list[str], *, is_foreign: bool) -> tuple[str, ...]:
    """The arms that could find something."""
    arms = {
        "vector": query.vector is not None and not is_foreign,
        "bm25": bool(query.terms), "entity": bool(named),
        "time": bool(query.periods), "code": bool(query.codes),
    }  # fmt: skip
    return tuple(name for name, is_used in arms.items() if is_used)


def _scores(row: Mapping[str, Any]) -> Scores:
    return Scores(**{name: row[column] for name, column in _COLUMNS.items()})
