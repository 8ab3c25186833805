"""Recall: one statement over a scope, with vectors, BM25, entities and time fused by score.

BM25 (Robertson and Zaragoza 2009, k1 and b as settings) is computed in plain SQL; fusion is a
convex sum of normalised scores, since fusing ranks loses what the scores say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from psycopg import sql

from memory_graph.errors import InputError
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import to_memory, vector_literal
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint
from memory_graph.types import TIERS, Recalled, RecallResult, Scores

ALL_TIERS = (*TIERS, "item")
SLOT_STEP = 4
"""Term slots come in steps, so that few distinct statements have to be prepared."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How the arms are fused; every arm's score lies between 0 and 1 before."""

    bm25: float = 0.5
    vector: float = 0.5
    entity: float = 0.15
    time: float = 0.2
    importance_boost: float = 0.1
    recency_boost: float = 0.05
    recency_days: float = 30.0
    k1: float = 0.9
    b: float = 0.4
    pool: int = 100
    """How many candidates each arm proposes."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a recall looks for, and through whose eyes."""

    scope: str
    terms: tuple[str, ...] = ()
    vector: Sequence[float] | None = None
    entities: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    limit: int = 20
    tiers: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    thread_id: str | None = None
    min_confidence: float = 0.0
    exclude_messages: tuple[str, ...] = ()
    as_of: datetime | None = None
    now: datetime | None = None
    branch: Branch = OUTSIDE
    weights: Weights = field(default_factory=Weights)

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= 10_000:
            raise InputError(f"limit {self.limit!r} is not between 1 and 10000")
        for name in ("since", "until", "as_of", "now"):
            moment: datetime | None = getattr(self, name)
            if moment is not None and moment.tzinfo is None:
                raise InputError(f"{name}={moment.isoformat()} has no time zone: add one")
        unknown = [tier for tier in self.tiers if tier not in ALL_TIERS]
        if unknown:
            raise InputError(f"unknown tier {unknown[0]!r}; tiers are {', '.join(ALL_TIERS)}")


def statement(query: Query, schema: str) -> sql.Composed:
    """The recall statement for this number of terms and these filters."""
    slots = _slots(query)
    numbers = range(slots)
    return compose(
        "recall", schema, view=compose("view", schema),
        term_columns=_join("", (_TERM.format(_name("t", i), i=sql.Placeholder(f"term_{i}"),
                                             schema=sql.Identifier(schema)) for i in numbers)),
        term_counts=_join("", (_COUNT.format(_name("t", i), _name("d", i)) for i in numbers)),
        bm25=_join(" + ", (_BM25.format(t=_name("t", i), d=_name("d", i)) for i in numbers))
        if slots else sql.SQL("0::float8"),
        filters=_filters(query), columns=compose("memory_columns", schema),
        closing=compose("first_closing", schema),
    )  # fmt: skip


_TERM = sql.SQL(", {schema}.term_frequency(m.lexemes, {i}::tsquery) AS {}")
_COUNT = sql.SQL(", count(*) FILTER (WHERE {} > 0)::float8 AS {}")
_BM25 = sql.SQL(
    "ln(1 + (d.n - d.{d} + 0.5::float8) / (d.{d} + 0.5::float8)) * s.{t} * (%(k1)s::float8 + 1)"
    " / (s.{t} + %(k1)s::float8 * (1 - %(b)s::float8 + %(b)s::float8"
    " * s.lexeme_count / d.mean_length))"
)


def _name(letter: str, number: int) -> sql.Identifier:
    return sql.Identifier(f"{letter}{number}")


def _join(separator: str, parts: Any) -> sql.Composed:
    joined: sql.Composed = sql.SQL(separator).join(parts)
    return joined


def _slots(query: Query) -> int:
    return -(-len(query.terms) // SLOT_STEP) * SLOT_STEP


def _filters(query: Query) -> sql.Composed:
    clauses = {
        "m.tier = ANY(%(tiers)s)": query.tiers,
        "m.kind = ANY(%(kinds)s)": query.kinds,
        "m.tags @> %(tags)s": query.tags,
        "m.thread_id = %(from_thread)s": query.thread_id,
        "m.confidence >= %(min_confidence)s": query.min_confidence,
        "(m.message_id IS NULL OR m.message_id <> ALL(%(exclude_messages)s))": (
            query.exclude_messages
        ),
    }
    chosen = [sql.SQL(f"AND {clause} ") for clause, wanted in clauses.items() if wanted]
    return sql.Composed(chosen)


def parameters(query: Query, oldest: str | None) -> dict[str, Any]:
    """The bound parameters of the statement."""
    weights = query.weights
    padded = [*query.terms, *[""] * (_slots(query) - len(query.terms))]
    return {
        "scope": query.scope, "thread_id": query.branch.thread_id,
        "lineage": query.branch.lineage, "root": query.branch.root, "oldest": oldest,
        "as_of": query.as_of, "vector": vector_literal(query.vector), "now": query.now,
        "entities": list(query.entities), "since": query.since, "until": query.until,
        "limit": query.limit, "pool": max(weights.pool, query.limit), "tiers": list(query.tiers),
        "kinds": list(query.kinds), "tags": list(query.tags), "from_thread": query.thread_id,
        "min_confidence": query.min_confidence, "exclude_messages": list(query.exclude_messages),
        "weight_bm25": weights.bm25, "weight_vector": weights.vector,
        "weight_entity": weights.entity, "weight_time": weights.time,
        "boost_importance": weights.importance_boost, "boost_recency": weights.recency_boost,
        "recency_days": weights.recency_days, "k1": weights.k1, "b": weights.b,
        **{f"term_{i}": _lexeme(term) for i, term in enumerate(padded)},
    }  # fmt: skip


def _lexeme(term: str) -> str:
    """One term as a tsquery literal; the padding matches nothing."""
    if not term:
        return ""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


async def run_recall(
    connection: Connection, schema: str, query: Query, oldest: str | None
) -> RecallResult:
    """Runs the statement; raises NeedsOldestCheckpoint when the reader's tree can't be told."""
    cursor = await connection.execute(statement(query, schema), parameters(query, oldest))
    rows = await cursor.fetchall()
    if rows[0]["tree"] == -1:
        raise NeedsOldestCheckpoint
    found = tuple(
        Recalled(memory=to_memory(row), scores=_scores(row["scores"]))
        for row in rows
        if row["id"] is not None
    )
    arms = (("vector", query.vector is not None), ("bm25", bool(query.terms)),
            ("entity", bool(query.entities)), ("time", query.since is not None))  # fmt: skip
    return RecallResult(
        memories=found, clock=rows[0]["clock"], considered=int(rows[0]["considered"]),
        arms=tuple(name for name, used in arms if used), terms=query.terms,
    )  # fmt: skip


def _scores(row: Mapping[str, Any]) -> Scores:
    return Scores(
        vector=row["cosine"], bm25=row["bm25"], entity=row["entity"], time=row["period"],
        fused=row["fused"], boost=row["boost"], final=row["final"],
    )  # fmt: skip
