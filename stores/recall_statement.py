"""The recall statement and its parameters. Pure.

Few distinct texts come out, so that they can be prepared: they differ by the number of term slots,
the times asked for, the filters in use, and whether it is a running conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from psycopg import sql

from memory_graph.stores.queries import compose
from memory_graph.stores.recall_query import Period, Query, Weights
from memory_graph.stores.rows import vector_literal
from memory_graph.text.clean import normalise_name

SLOT_STEP = 4
_SESSION_K1, _SESSION_B = 1.5, 0.75
_WINDOW_TURNS = 2.5
"""How often a turn's words are counted in a session, on average: in its own bag and two more."""
_SESSION_DECAY = 30.0
_DAYS_OF_DECAY = 60.0

Slots = Sequence[tuple[sql.Identifier, sql.Identifier, str]]
"""Of each term: the name of its frequency, of its worth, and of its parameter."""

_TERM = sql.SQL(", {schema}.term_frequency(m.lexemes, {i}::tsquery) AS {t}")
_COUNT = sql.SQL(", count(*) FILTER (WHERE {t} > 0)::float8 AS {d}")
_SUM = sql.SQL(", sum({t}) / {turns}::float8 AS {t}")
_IDF = sql.SQL(
    ", ln(1 + (n - {d} + 0.5::float8) / ({d} + 0.5::float8)) * (%({k1})s::float8 + 1) AS {d}"
)
_NORMS = sql.SQL(
    "%({k1})s::float8 * (1 - %({b})s::float8) AS base,"
    " %({k1})s::float8 * %({b})s::float8 / mean_length AS slope"
)
_BM25 = sql.SQL("d.{d} * s.{t} / (s.{t} + d.base + d.slope * s.lexeme_count)")
_PERIOD = sql.SQL(
    "CASE WHEN coalesce(m.event_from, m.valid_from) < %({until})s::timestamptz"
    " AND greatest(coalesce(m.event_to, m.event_from, m.valid_from),"
    " coalesce(m.event_from, m.valid_from) + interval '1 microsecond') > %({since})s::timestamptz"
    " THEN %({worth})s::float8 WHEN m.kind = 'turn' AND m.valid_from < %({after})s::timestamptz"
    " AND m.valid_from >= %({until})s::timestamptz THEN 0.7 * %({worth})s::float8"
    " WHEN m.kind = 'turn' AND m.valid_from < %({late})s::timestamptz"
    " AND m.valid_from >= %({early})s::timestamptz THEN 0.3 * %({worth})s::float8 ELSE 0 END"
)
_CODE = sql.SQL(
    "CASE WHEN m.lexemes @@ %(codes)s::tsquery THEN CASE WHEN EXISTS (SELECT 1 FROM"
    " unnest(%(code_texts)s::text[]) c WHERE strpos(lower(m.content), c) > 0)"
    " THEN 1 ELSE 0.5::float8 END ELSE 0 END"
)
_SPANS_SINCE = (
    "greatest(coalesce(m.event_to, m.event_from, m.valid_from), coalesce(m.event_from,"
    " m.valid_from) + interval '1 microsecond') > %(since)s"
)
_NOT_MESSAGES = "(m.message_id IS NULL OR m.message_id <> ALL(%(exclude_messages)s))"
_NOT_TURNS = (
    "(m.kind <> 'turn' OR m.message_id IS NULL OR m.thread_id IS DISTINCT FROM %(thread_id)s"
    " OR m.message_id <> ALL(%(exclude_turns)s))"
)
_CONVERSATION = sql.SQL(
    "+ %(weight_session_bm25)s::float8 * CASE WHEN session_id IS NOT NULL THEN"
    " coalesce(session_bm25 / nullif((SELECT best FROM best_session), 0), 0) ELSE words END"
    " + %(weight_session_recency)s::float8 * CASE WHEN session_id IS NOT NULL THEN"
    " exp(-sessions_ago / {decay}::float8) ELSE exp(-greatest(extract(epoch FROM"
    " coalesce(%(now)s::timestamptz, now()) - valid_from)::float8, 0) / 86400 / {days}::float8) END"
)


@dataclass(frozen=True, slots=True)
class Shape:
    """What the text of a statement depends on; all else is a parameter."""

    slots: int
    periods: int
    has_codes: bool
    is_conversation: bool
    filters: tuple[str, ...]


def shape_of(query: Query) -> Shape:
    """The shape of the statement that answers a query."""
    return Shape(
        slot_count(query), len(query.periods), bool(query.codes), query.conversation,
        tuple(clause for clause, wanted in _filters(query).items() if wanted),
    )  # fmt: skip


@lru_cache(maxsize=256)
def statement(shape: Shape, schema: str) -> sql.SQL:
    """The recall statement of one shape, composed once."""
    return sql.SQL(_composed(shape, schema).as_string(None))


def _composed(shape: Shape, schema: str) -> sql.Composed:
    slots = [(_name("t", i), _name("d", i), f"term_{i}") for i in range(shape.slots)]
    parts: dict[str, Any] = {**_bm25(slots, "k1", "b"), **_sessions(shape, schema, slots)}
    return compose(
        "recall", schema, view=compose("view", schema),
        query_vector=compose("query_vector", schema),
        named_entities=compose("recall_entities", schema),
        term_columns=_join("", (
            _TERM.format(schema=sql.Identifier(schema), i=sql.Placeholder(name), t=t)
            for t, _, name in slots)),
        period=_periods(shape.periods), code=_CODE if shape.has_codes else sql.SQL("0::float8"),
        filters=_join(" ", (sql.SQL(f"AND {clause}") for clause in shape.filters)),
        columns=compose("memory_columns", schema), closing=compose("first_closing", schema),
        **parts,
    )  # fmt: skip


def _sessions(shape: Shape, schema: str, slots: Slots) -> dict[str, sql.Composable]:
    """The parts that weigh whole sessions, for a running conversation."""
    if not shape.is_conversation:
        absent = ("sessions", "session_join", "session_columns", "conversation")
        return dict.fromkeys(absent, sql.SQL(""))
    turns = sql.Literal(_WINDOW_TURNS)
    parts: dict[str, Any] = dict(_bm25(slots, "session_k1", "session_b"))
    parts["session_terms"] = _join("", (_SUM.format(t=t, turns=turns) for t, _, _ in slots))
    return {
        "sessions": compose("recall_sessions", schema, **parts),
        "session_join": sql.SQL("LEFT JOIN sessions USING (session_id)"),
        "session_columns": sql.SQL("session_bm25, sessions_ago,"),
        "conversation": _CONVERSATION.format(
            decay=sql.Literal(_SESSION_DECAY), days=sql.Literal(_DAYS_OF_DECAY)
        ),
    }  # fmt: skip


def _bm25(slots: Slots, k1: str, b: str) -> dict[str, sql.Composable]:
    """BM25 in three steps: how many hold a term, what that makes it worth, the sum per row."""
    names = {"k1": sql.SQL(k1), "b": sql.SQL(b)}
    each = [_BM25.format(t=t, d=d) for t, d, _ in slots]
    return {
        "term_counts": _join("", (_COUNT.format(t=t, d=d) for t, d, _ in slots)),
        "norms": _NORMS.format(**names),
        "idfs": _join("", (_IDF.format(d=d, **names) for _, d, _ in slots)),
        "bm25": _join(" + ", each) if each else sql.SQL("0::float8"),
    }


def _periods(count: int) -> sql.Composable:
    if not count:
        return sql.SQL("0::float8")
    names = ("since", "until", "worth", "after", "late", "early")
    each = [
        _PERIOD.format(**{name: sql.SQL(f"{name}_{i}") for name in names}) for i in range(count)
    ]
    return sql.SQL("greatest({})").format(_join(", ", each))


def _period_values(period: Period) -> dict[str, Any]:
    """A period's edges: in it, soon after it, and somewhere around it."""
    after, late, early = period.until, period.until, period.until
    if period.has_aftermath:
        after, late = _later(period.until, 7), _later(period.until, 14)
        early = _later(period.since, -2)
    return {"since": period.since, "until": period.until, "worth": period.worth, "after": after,
            "late": late, "early": early}  # fmt: skip


def _later(moment: datetime, days: int) -> datetime:
    try:
        return moment + timedelta(days=days)
    except OverflowError:
        return moment


def _name(letter: str, number: int) -> sql.Identifier:
    return sql.Identifier(f"{letter}{number}")


def _join(separator: str, parts: Iterable[sql.Composable]) -> sql.Composed:
    joined: sql.Composed = sql.SQL(separator).join(parts)
    return joined


def slot_count(query: Query) -> int:
    """How many term slots the statement has."""
    return -(-len(query.terms) // SLOT_STEP) * SLOT_STEP


def _filters(query: Query) -> dict[str, object]:
    """The filters by their clause, and what turns each on."""
    return {
        "m.tier = ANY(%(tiers)s)": query.tiers,
        "m.kind = ANY(%(kinds)s)": query.kinds,
        "m.tags @> %(tags)s": query.tags,
        "m.entities && %(entities)s::text[]": query.entities,
        "m.thread_id = %(from_thread)s": query.thread_id,
        "m.confidence >= %(min_confidence)s": query.min_confidence,
        "coalesce(m.event_from, m.valid_from) < %(until)s": query.until,
        _SPANS_SINCE: query.since,
        _NOT_MESSAGES: query.exclude_messages,
        _NOT_TURNS: query.exclude_turns,
    }


def parameters(query: Query, oldest: str | None) -> dict[str, Any]:
    """The bound parameters of the statement."""
    padded = [*query.terms, *[""] * (slot_count(query) - len(query.terms))]
    rows = query.limit + query.spare
    return {
        "scope": query.scope, "thread_id": query.branch.thread_id,
        "lineage": query.branch.lineage, "root": query.branch.root, "oldest": oldest,
        "as_of": query.as_of, "vector": vector_literal(query.vector),
        "embedder": query.embedder, "now": query.now,
        "names": list(query.names), "cue_speakers": list(query.cue_speakers),
        "cue_roles": _cue_roles(query), "fetch": rows, "pool": max(query.weights.pool, 2 * rows),
        "tiers": list(query.tiers), "kinds": list(query.kinds), "tags": list(query.tags),
        "entities": [normalise_name(name) for name in query.entities],
        "since": query.since, "until": query.until, "from_thread": query.thread_id,
        "min_confidence": query.min_confidence, "exclude_messages": list(query.exclude_messages),
        "exclude_turns": list(query.exclude_turns),
        "codes": " | ".join(_lexeme(code) for code in query.codes),
        "code_texts": list(query.codes), "session_k1": _SESSION_K1, "session_b": _SESSION_B,
        **_weights(query),
        **{f"term_{i}": _lexeme(term) for i, term in enumerate(padded)},
        **{f"{name}_{i}": value for i, one in enumerate(query.periods)
           for name, value in _period_values(one).items()},
    }  # fmt: skip


def _cue_roles(query: Query) -> list[str]:
    """Whose rows the cue prefers; what a script has stored about a user counts as theirs."""
    if query.cue_role == "user":
        return ["user", "operator"]
    return [query.cue_role] if query.cue_role else []


def _weights(query: Query) -> dict[str, float]:
    """The weights in use; an absent arm or cue weighs nothing, and the rest still adds up to 1."""
    given, used = query.weights, _used(query)
    by_words, by_meaning = bool(query.terms), query.vector is not None
    share = 2.0 * by_words + by_meaning * 2.0
    return {
        **{f"weight_{name}": value for name, value in used.items()},
        "scale": 1 / (sum(used.values()) - used["question"] - used["extracted"] or 1.0),
        "session_bm25": 2.0 * by_words / (share or 1.0),
        "session_vector": 1.0 * by_meaning / (share or 1.0),
        "session_follower": 1.0 * by_meaning / (share or 1.0),
        "boost_importance": given.importance_boost, "boost_recency": given.recency_boost,
        "recency_days": given.recency_days, "k1": given.k1, "b": given.b,
    }  # fmt: skip


def _used(query: Query) -> dict[str, float]:
    weights: Weights = query.weights
    names = (
        "bm25", "vector", "follower", "session", "speaker", "time", "time_words", "question",
        "length", "extracted", "entity", "code", "session_bm25", "session_recency",
    )  # fmt: skip
    is_used = {
        "bm25": bool(query.terms), "vector": query.vector is not None,
        "follower": query.vector is not None,
        "speaker": bool(query.cue_speakers or query.cue_role), "time": bool(query.periods),
        "time_words": query.asks_time, "code": bool(query.codes), "entity": bool(query.names),
        "session_bm25": query.conversation, "session_recency": query.conversation,
    }  # fmt: skip
    return {name: getattr(weights, name) * is_used.get(name, True) for name in names}


def _lexeme(term: str) -> str:
    """One term as a tsquery literal; the padding matches nothing."""
    if not term:
        return ""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
