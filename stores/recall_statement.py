"""The text of the recall statement. Pure.

Few distinct texts come out, so that they can be prepared: they differ by the number of term slots,
the times asked for, the filters in use, and whether it is a running conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from psycopg import sql

from memory_graph.stores.queries import (
    Numbered,
    compact,
    compose,
    constant,
    is_open,
    numbered,
)
from memory_graph.stores.recall_query import Query

SLOT_STEP = 4
_WINDOW_TURNS = 2.5
"""How often a turn's words are counted in a session, on average: in its own bag and two more."""
_SESSION_DECAY = 30.0
_DAYS_OF_DECAY = 60.0

Slots = Sequence[tuple[sql.Identifier, sql.Identifier, str]]
"""Of each term: the name of its frequency, of its worth, and of its parameter."""

_TERM = sql.SQL(", {value} AS {t}")
_FREQUENCY = sql.SQL("{schema}.term_frequency(m.lexemes, {i}::tsquery)")
_KNOWN = sql.SQL(
    ", coalesce((SELECT f.df FROM {schema}.term_df f WHERE f.scope = {scope}"
    " AND f.term = (%(words)s::text[])[{i}]), 1)::float8 AS {d}"
)
_COUNT = sql.SQL(", count(*) FILTER (WHERE {t} > 0)::float8 AS {d}")
_SUM = sql.SQL(", sum({t}) / {turns}::float8 AS {t}")
_IDF = sql.SQL(
    ", {share} ln(1 + (n - {d} + 0.5::float8) / ({d} + 0.5::float8))"
    " * (%({k1})s::float8 + 1) AS {d}"
)
_SHARE = sql.SQL("(%(shares)s::float8[])[{i}] *")
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
_ARM = (
    "UNION (SELECT id FROM x WHERE {score} > {least} ORDER BY {score} DESC, valid_from DESC"
    " LIMIT %(pool)s)"
)
_PERIOD_ARM = sql.SQL(_ARM.format(score="period", least="0.5"))
_CODE_ARM = sql.SQL(_ARM.format(score="code", least="0"))
_EVERY = sql.SQL("m.scope = %(scope)s")
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
class OwnIndexes:
    """A scope that has indexes of its own, and the size of the vectors in them; 0 without."""

    scope: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Shape:
    """What the text of a statement depends on; all else is a parameter."""

    slots: int
    periods: int
    has_codes: bool
    is_conversation: bool
    is_partial: bool
    has_preceding: bool
    filters: tuple[str, ...]


def shape_of(query: Query) -> Shape:
    """The shape of the statement that answers a query."""
    return Shape(
        slot_count(query), len(query.periods), bool(query.codes), query.conversation,
        query.newest > 0, bool(query.preceding_terms),
        tuple(clause for clause, wanted in _filters(query).items() if wanted),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def numbered_statement(shape: Shape, schema: str, own: OwnIndexes | None = None) -> Numbered:
    """The recall statement of one shape as the server takes it, composed once."""
    return numbered(statement(shape, schema, own))


def statement(shape: Shape, schema: str, own: OwnIndexes | None = None) -> sql.SQL:
    """The recall statement of one shape, with named parameters; ``own`` for a large scope."""
    slots = [(_name("t", i), _name("d", i), f"term_{i}") for i in range(shape.slots)]
    bm25 = _bm25(shape, slots, "k1", "b")
    looks = _one_pass(schema, shape, bm25) if own is None else _few(schema, shape, slots, own)
    parts: dict[str, Any] = {
        "bm25": bm25["bm25"], "worths": _worths(slots), **_sessions(shape, schema, slots), **looks,
    }  # fmt: skip
    return compact(compose(
        "recall", schema, view=compose("view", schema),
        query_vector=compose("query_vector", schema), speakers=compose("speakers", schema),
        named_entities=compose("recall_entities", schema),
        term_columns=_terms(schema, slots, sql.SQL("CASE WHEN m.hit THEN {frequency} ELSE 0 END")),
        more_arms=_join(" ", (arm for arm, is_used in (
            (_PERIOD_ARM, shape.periods > 0), (_CODE_ARM, shape.has_codes)) if is_used)),
        period=_periods(shape.periods), code=_CODE if shape.has_codes else sql.SQL("0::float8"),
        visible=_visible(schema, shape, "h.hidden"), is_chinese=compose("is_chinese", schema),
        columns=compose("memory_columns", schema), closing=compose("first_closing", schema),
        **parts,
    ))  # fmt: skip


def _one_pass(
    schema: str, shape: Shape, bm25: Mapping[str, sql.Composable]
) -> dict[str, sql.Composable]:
    """Every row of the scope is looked at, or the newest ones."""
    counted = {name: bm25[name] for name in ("norms", "idfs", "term_counts")}
    return {
        "candidates": sql.SQL(""),
        "looked_at": compose("recall_newest", schema) if shape.is_partial else _EVERY,
        "statistics": compose("recall_statistics", schema, **counted),
    }  # fmt: skip


def _few(schema: str, shape: Shape, slots: Slots, own: OwnIndexes) -> dict[str, sql.Composable]:
    """What the scope's own indexes bring up is looked at."""
    scope, size = constant(own.scope), sql.Literal(own.dimensions)
    visible = _visible(schema, shape, "(SELECT h.hidden FROM h)")
    common: dict[str, Any] = {"scope": scope, "visible": visible}
    arms: list[sql.Composable] = []
    if own.dimensions:
        arms += [
            compose("recall_large_vector", schema, size=size, spoken=spoken, **common)
            for spoken in _spoken(schema, scope)
        ]
    for number in range(shape.periods):
        edges = {name: sql.SQL(f"{name}_{number}") for name in ("since", "until", "after")}
        period = _periods(shape.periods)
        arms.append(compose("recall_large_time", schema, period=period, **edges, **common))
    if shape.has_codes:
        arms.append(compose("recall_large_codes", schema, **common))
    bm25 = _bm25(shape, slots, "k1", "b")
    known = (
        _KNOWN.format(schema=sql.Identifier(schema), scope=scope, i=sql.Literal(number + 1), d=d)
        for number, (_, d, _) in enumerate(slots)
    )
    return {
        "candidates": compose(
            "recall_large", schema, further_arms=_join(" ", arms),
            term_columns=_terms(schema, slots, sql.SQL("{frequency}")), norms=bm25["norms"],
            idfs=bm25["idfs"], bm25=bm25["bm25"], term_counts=_join("", known), **common,
        ),
        "looked_at": sql.SQL(
            "m.scope = {scope} AND m.id = ANY ((SELECT few.ids FROM few)::uuid[])"
        ).format(scope=scope),
        "statistics": sql.SQL(""),
    }  # fmt: skip


def _spoken(schema: str, scope: sql.Composable) -> list[sql.Composed]:
    """Whose nearest are looked for: everybody’s, or each language’s where two are spoken."""
    one, chinese = compose("own_bilingual", schema, scope=scope), compose("is_chinese", schema)
    forms = ("NOT {one}", "{one} AND {chinese}", "{one} AND NOT {chinese}")
    return [sql.SQL(form).format(one=one, chinese=chinese) for form in forms]


def _terms(schema: str, slots: Slots, form: sql.SQL) -> sql.Composed:
    """The frequency of each term in a row, as columns."""
    return _join("", (
        _TERM.format(t=t, value=form.format(frequency=_FREQUENCY.format(
            schema=sql.Identifier(schema), i=sql.Placeholder(name))))
        for t, _, name in slots))  # fmt: skip


def _visible(schema: str, shape: Shape, hidden: str) -> sql.Composed:
    filters = _join(" ", (sql.SQL(f"AND {clause}") for clause in shape.filters))
    return compose("recall_visible", schema, is_open=is_open(schema, hidden), filters=filters)


def _sessions(shape: Shape, schema: str, slots: Slots) -> dict[str, sql.Composable]:
    """The parts that weigh whole sessions, for a running conversation."""
    if not shape.is_conversation:
        absent = ("sessions", "session_join", "session_columns", "conversation")
        return dict.fromkeys(absent, sql.SQL(""))
    turns = sql.Literal(_WINDOW_TURNS)
    parts: dict[str, Any] = dict(_bm25(shape, slots, "session_k1", "session_b"))
    parts["session_terms"] = _join("", (_SUM.format(t=t, turns=turns) for t, _, _ in slots))
    return {
        "sessions": compose("recall_sessions", schema, **parts),
        "session_join": sql.SQL("LEFT JOIN sessions USING (session_id)"),
        "session_columns": sql.SQL("session_bm25, sessions_ago,"),
        "conversation": _CONVERSATION.format(
            decay=sql.Literal(_SESSION_DECAY), days=sql.Literal(_DAYS_OF_DECAY)
        ),
    }  # fmt: skip


def _bm25(shape: Shape, slots: Slots, k1: str, b: str) -> dict[str, sql.Composable]:
    """BM25 in three steps: how many hold a term, what that makes it worth, the sum per row."""
    names = {"k1": sql.SQL(k1), "b": sql.SQL(b)}
    share = _SHARE if shape.has_preceding else sql.SQL("")
    idfs = (
        _IDF.format(d=d, share=share.format(i=sql.Literal(i)), **names)
        for i, (_, d, _) in enumerate(slots, 1)
    )
    each = [_BM25.format(t=t, d=d) for t, d, _ in slots]
    return {
        "term_counts": _join("", (_COUNT.format(t=t, d=d) for t, d, _ in slots)),
        "norms": _NORMS.format(**names),
        "idfs": _join("", idfs),
        "bm25": _join(" + ", each) if each else sql.SQL("0::float8"),
    }


def _worths(slots: Slots) -> sql.Composable:
    """What each term is worth at most, as an array."""
    each = (sql.SQL("d.{}").format(worth) for _, worth, _ in slots)
    return sql.SQL("ARRAY[{}]::float8[]").format(_join(", ", each))


def _periods(count: int) -> sql.Composable:
    if not count:
        return sql.SQL("0::float8")
    names = ("since", "until", "worth", "after", "late", "early")
    each = [
        _PERIOD.format(**{name: sql.SQL(f"{name}_{i}") for name in names}) for i in range(count)
    ]
    return sql.SQL("greatest({})").format(_join(", ", each))


def _name(letter: str, number: int) -> sql.Identifier:
    return sql.Identifier(f"{letter}{number}")


def _join(separator: str, parts: Iterable[sql.Composable]) -> sql.Composed:
    joined: sql.Composed = sql.SQL(separator).join(parts)
    return joined


def slot_count(query: Query) -> int:
    """How many term slots the statement has."""
    return -(-len(query.every_term) // SLOT_STEP) * SLOT_STEP


def _filters(query: Query) -> dict[str, object]:
    """The filters by their clause, and what turns each on."""
    return {
        "m.tier = ANY(%(tiers)s)": query.tiers,
        "m.kind = ANY(%(kinds)s)": query.kinds,
        "m.tags @> %(tags)s": query.tags,
        "m.entities && %(entities)s::text[]": query.entities,
        "m.thread_id = %(from_thread)s": query.thread_id is not None,
        "m.confidence >= %(min_confidence)s::real": query.min_confidence,
        "coalesce(m.event_from, m.valid_from) < %(until)s": query.until,
        _SPANS_SINCE: query.since,
        _NOT_MESSAGES: query.exclude_messages,
        _NOT_TURNS: query.exclude_turns,
    }
