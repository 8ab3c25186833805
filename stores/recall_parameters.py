"""The parameters of the recall statement. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from memory_graph.stores.checks import id_of
from memory_graph.stores.recall_query import Period, Query, Weights
from memory_graph.stores.recall_statement import slot_count
from memory_graph.stores.rows import vector_literal
from memory_graph.text.clean import normalise_name
from memory_graph.types import Role

MOST_SPEAKERS = 200
ROLES: tuple[Role, ...] = ("user", "assistant", "tool", "document", "operator")
"""Speakers that are no names."""
BUDGET = 2000
"""How many rows the words, entities and times of a question may bring up in a large scope."""
_SESSION_K1, _SESSION_B = 1.5, 0.75


def parameters(query: Query, oldest: str | None) -> dict[str, Any]:
    """The bound parameters of the statement."""
    terms, padding = query.every_term, slot_count(query) - len(query.every_term)
    padded = [*terms, *[""] * padding]
    rows = query.limit + query.spare
    pool = max(query.weights.pool, 2 * rows)
    lexemes = [_lexeme(term) for term in terms]
    shares = [
        *[1.0] * len(query.terms),
        *[float(query.weights.preceding)] * len(query.preceding_terms),
    ]
    return {
        "scope": query.scope, "thread_id": query.branch.thread_id,
        "any_term": " | ".join(lexemes), "words": list(terms), "lexemes": lexemes,
        "asked": len(query.terms), "shares": [*shares, *[0.0] * padding],
        "lineage": query.branch.lineage, "root": query.branch.root, "oldest": oldest,
        "as_of": query.as_of, "vector": vector_literal(query.vector),
        "embedder": query.embedder, "now": query.now,
        "names": list(query.names), "cue_speakers": list(query.cue_speakers),
        "cue_roles": _cue_roles(query), "fetch": rows, "pool": pool,
        "newest": query.newest, "nearest": 2 * pool, "budget": max(BUDGET, 4 * pool),
        "tiers": list(query.tiers), "kinds": list(query.kinds), "tags": list(query.tags),
        "entities": [normalise_name(name) for name in query.entities],
        "since": query.since, "until": query.until, "from_thread": query.thread_id,
        "min_confidence": query.min_confidence, "exclude_messages": list(query.exclude_messages),
        "exclude_turns": list(query.exclude_turns),
        "codes": " | ".join(_lexeme(code) for code in query.codes),
        "code_texts": list(query.codes), "pinned": list(map(id_of, query.pinned)),
        "roles": list(ROLES), "most": MOST_SPEAKERS,
        "session_k1": _SESSION_K1, "session_b": _SESSION_B,
        **_weights(query),
        **{f"term_{i}": _lexeme(term) for i, term in enumerate(padded)},
        **{f"{name}_{i}": value for i, one in enumerate(query.periods)
           for name, value in _period_values(one).items()},
    }  # fmt: skip


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


def _cue_roles(query: Query) -> list[str]:
    """Whose rows the cue prefers; what a script has stored about a user counts as theirs."""
    if query.cue_role == "user":
        return ["user", "operator"]
    return [query.cue_role] if query.cue_role else []


def _weights(query: Query) -> dict[str, float]:
    """The weights in use; an absent arm or cue weighs nothing, and the rest still adds up to 1."""
    given, used = query.weights, _used(query)
    by_words, by_meaning = bool(query.every_term), query.vector is not None
    share = 2.0 * by_words + by_meaning * 2.0
    return {
        **{f"weight_{name}": value for name, value in used.items()},
        "scale": 1 / (sum(used.values()) - used["question"] - used["extracted"] or 1.0),
        "session_bm25": 2.0 * by_words / (share or 1.0),
        "session_vector": 1.0 * by_meaning / (share or 1.0),
        "session_follower": 1.0 * by_meaning / (share or 1.0),
        "boost_importance": given.importance_boost, "k1": given.k1, "b": given.b,
        "boost_recency": given.current_boost if query.asks_now else given.recency_boost,
        "recency_days": given.current_days if query.asks_now else given.recency_days,
    }  # fmt: skip


def _used(query: Query) -> dict[str, float]:
    weights: Weights = query.weights
    names = (
        "bm25", "vector", "follower", "session", "speaker", "time", "time_words", "question",
        "length", "extracted", "entity", "code", "session_bm25", "session_recency",
    )  # fmt: skip
    is_used = {
        "bm25": bool(query.every_term), "vector": query.vector is not None,
        "follower": query.vector is not None,
        "speaker": bool(query.cue_speakers or query.cue_role), "time": bool(query.periods),
        "time_words": query.asks_time, "code": bool(query.codes), "entity": bool(query.names),
        "session_bm25": query.conversation, "session_recency": query.conversation,
        "question": not query.conversation,
    }  # fmt: skip
    used = {name: getattr(weights, name) * is_used.get(name, True) for name in names}
    if query.is_only_time and query.periods:
        used["time"] = weights.time_alone
    return used


def _lexeme(term: str) -> str:
    """One term as a tsquery literal; the padding matches nothing."""
    if not term:
        return ""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
