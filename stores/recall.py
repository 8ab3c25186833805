"""Recall: one statement over a scope, with vectors, BM25, entities and time fused by score.

Scores are fused, not ranks, since ranks lose what the scores say. ``recall_query`` says what is
looked for, ``recall_statement`` makes the statement, this module runs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_graph.stores.diversity import diversify
from memory_graph.stores.queries import compose
from memory_graph.stores.recall_query import ALL_TIERS, Period, Query, Weights
from memory_graph.stores.recall_statement import parameters, shape_of, statement
from memory_graph.stores.rows import to_memory
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint
from memory_graph.types import Recalled, RecallResult, Role, Scores

__all__ = ["ALL_TIERS", "Period", "Query", "Weights", "read_speakers", "run_recall"]

MOST_SPEAKERS = 200
_ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "document", "operator")
_COLUMNS = {
    "vector": "cosine", "follower": "follower", "bm25": "bm25", "entity": "entity",
    "time": "period", "code": "code", "speaker": "spoken", "session": "session",
    "fused": "fused", "importance_boost": "importance_boost", "recency_boost": "recency_boost",
    "boost": "boost", "final": "final",
}  # fmt: skip


async def run_recall(
    connection: Connection, schema: str, query: Query, oldest: str | None
) -> RecallResult:
    """Runs the statement; raises NeedsOldestCheckpoint when the reader's tree can't be told."""
    cursor = await connection.execute(statement(shape_of(query), schema), parameters(query, oldest))
    rows = await cursor.fetchall()
    if rows[0]["tree"] == -1:
        raise NeedsOldestCheckpoint
    found = [
        Recalled(memory=to_memory(row), scores=_scores(row["scores"]))
        for row in rows
        if row["id"] is not None
    ]
    return RecallResult(
        memories=tuple(diversify(found, query.limit)), clock=rows[0]["clock"],
        considered=int(rows[0]["considered"]), arms=_arms(query, rows[0]["named"]),
        terms=query.terms, entities=tuple(rows[0]["named"]),
    )  # fmt: skip


def _arms(query: Query, named: list[str]) -> tuple[str, ...]:
    """The arms that could find something."""
    arms = {
        "vector": query.vector is not None, "bm25": bool(query.terms), "entity": bool(named),
        "time": bool(query.periods), "code": bool(query.codes),
    }  # fmt: skip
    return tuple(name for name, is_used in arms.items() if is_used)


def _scores(row: Mapping[str, Any]) -> Scores:
    return Scores(**{name: row[column] for name, column in _COLUMNS.items()})


async def read_speakers(connection: Connection, schema: str, scope: str) -> list[str]:
    """The names of those who have spoken in a scope, roles left out."""
    params = {"scope": scope, "roles": list(_ROLES), "most": MOST_SPEAKERS}
    cursor = await connection.execute(compose("speakers", schema), params)
    return [row["speaker"] for row in await cursor.fetchall()]
