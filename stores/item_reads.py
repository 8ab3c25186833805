"""Reads of the BaseStore interface: get, search, list_namespaces. Runs inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from langgraph.store.base import GetOp, Item, ListNamespacesOp, SearchItem, SearchOp
from psycopg import sql

from memory_graph.errors import InputError
from memory_graph.scope import is_memory_namespace
from memory_graph.stores.filters import filter_part
from memory_graph.stores.item_rows import to_item, to_search_item
from memory_graph.stores.keys import item_key
from memory_graph.stores.namespaces import below, in_scope, matching, scope_of_conditions
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import vector_literal
from memory_graph.stores.write import Connection

MAX_LABELS = 2**15
"""More labels than a namespace can have, so that ``sys.maxsize`` means all."""
WORD_SHARE = 0.9
"""How near to certain a text is that holds all words of the query, as often as texts do here."""

_NAMESPACE = sql.SQL("coalesce(m.namespace, ARRAY[m.scope, m.tier])")
_KEY = sql.SQL("coalesce(m.item_key, m.id::text)")
_TERM = sql.SQL(", {schema}.term_frequency(m.lexemes, {term}::tsquery) AS {name}")
_COUNT = sql.SQL(", count(*) FILTER (WHERE {t} > 0)::float8 AS {d}")
_WEIGHT = sql.SQL("ln(1 + (d.n - d.{d} + 0.5::float8) / (d.{d} + 0.5::float8))")
_FOUND = sql.SQL(
    "{weight} * least(1, s.{t} * (%(k1)s::float8 + 1) / (s.{t} + %(k1)s::float8"
    " * (1 - %(b)s::float8 + %(b)s::float8 * s.lexeme_count / d.mean_length)))"
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and with which weights."""

    schema: str
    admin: bool
    walls: tuple[str, ...]
    k1: float
    b: float

    def scopes(self, scope: str | None) -> tuple[sql.Composable, list[str]]:
        """Where to read. Raises InputError when nothing says whose memory is meant."""
        if scope is None and self.admin:
            return sql.SQL("{}.scopes s").format(sql.Identifier(self.schema)), []
        chosen = [scope] if scope is not None else sorted(set(self.walls))
        if not chosen:
            raise InputError(
                "an empty namespace prefix names no scope: give a prefix, or make the store with "
                "walls=(…) for the scopes of this session or admin=True for all"
            )
        return sql.SQL("unnest(%(scopes)s::text[]) AS s(scope)"), chosen


@dataclass(frozen=True, slots=True)
class Question:
    """A query as the statement needs it."""

    terms: tuple[str, ...] = ()
    vector: Sequence[float] | None = None
    embedder: str | None = None


def _columns(schema: str) -> sql.Composed:
    value = compose("item_value", schema)
    return compose("item_columns", schema, value=value, namespace=_NAMESPACE, key=_KEY)


def _common(schema: str, scopes: sql.Composable) -> dict[str, sql.Composable]:
    return {
        "reader": compose("item_reader", schema, scopes=scopes),
        "visible": compose("item_visible", schema),
    }


async def get_items(
    connection: Connection, reader: Reader, ops: Sequence[GetOp]
) -> list[Item | None]:
    """One item or None for each operation, in order; starts times to live again where asked."""
    rows = await get_rows(connection, reader, [(op.namespace, op.key) for op in ops])
    await refresh(connection, reader, [row for row, op in zip(rows, ops, strict=True)
                                       if row and op.refresh_ttl])  # fmt: skip
    return [to_item(row) if row else None for row in rows]


async def get_rows(
    connection: Connection, reader: Reader, places: Sequence[tuple[tuple[str, ...], str]]
) -> list[dict[str, Any] | None]:
    """The visible row at each namespace and key."""
    found: dict[int, dict[str, Any]] = {}
    for name, is_memory in (("item_get", False), ("item_get_memory", True)):
        chosen = [
            (i, namespace, key)
            for i, (namespace, key) in enumerate(places)
            if is_memory_namespace(namespace) == is_memory
        ]
        if chosen:
            for row in await _get(connection, reader, name, chosen):
                found[row["ordinal"]] = row
    return [found.get(i) for i in range(len(places))]


async def _get(
    connection: Connection, reader: Reader, name: str,
    chosen: Sequence[tuple[int, tuple[str, ...], str]],
) -> list[dict[str, Any]]:  # fmt: skip
    scopes, _ = reader.scopes("")
    params: dict[str, Any] = {
        "ordinals": [i for i, _, _ in chosen],
        "scopes": sorted({namespace[0] for _, namespace, _ in chosen}),
        "of_scopes": [namespace[0] for _, namespace, _ in chosen],
    }
    if name == "item_get":
        params["keys"] = [item_key(namespace, key) for _, namespace, key in chosen]
    else:
        params["tiers"] = [namespace[1] for _, namespace, _ in chosen]
        params["ids"] = [_id(key) for _, _, key in chosen]
        params["keys"] = [key for _, _, key in chosen]
    query = compose(
        name, reader.schema, columns=_columns(reader.schema), **_common(reader.schema, scopes)
    )
    cursor = await connection.execute(query, params)
    return list(await cursor.fetchall())


def _id(key: str) -> UUID | None:
    """A memory id, if the key is one as ids are written."""
    try:
        found = UUID(key)
    except ValueError:
        return None
    return found if str(found) == key else None


async def refresh(connection: Connection, reader: Reader, rows: Sequence[dict[str, Any]]) -> None:
    """Starts the time to live of rows that have one again."""
    due = [row for row in rows if row["ttl_minutes"] is not None]
    if due:
        params = {"scopes": [row["scope"] for row in due], "ids": [row["id"] for row in due]}
        await connection.execute(compose("item_refresh", reader.schema), params)


async def search_items(
    connection: Connection, reader: Reader, op: SearchOp, question: Question
) -> list[SearchItem]:
    """Items and memories below a prefix: best first with a query, else newest first."""
    scope = op.namespace_prefix[0] if op.namespace_prefix else None
    scopes, chosen = reader.scopes(scope)
    value = compose("item_value", reader.schema)
    place, wanted = below(op.namespace_prefix), filter_part(op.filter, value, reader.schema)
    parts = _common(reader.schema, scopes) | {
        "columns": _columns(reader.schema), "below": place.condition, "filter": wanted.condition,
        "namespace": _NAMESPACE, "key": _KEY,
    }  # fmt: skip
    name = "item_list"
    if question.terms or question.vector is not None:
        name = "item_search"
        parts |= _scoring(reader.schema, len(question.terms))
    params = {
        "scopes": chosen, "limit": op.limit, "offset": op.offset, "k1": reader.k1, "b": reader.b,
        "share": WORD_SHARE, "vector": vector_literal(question.vector),
        "embedder": question.embedder,
        **{f"term_{i}": _lexeme(term) for i, term in enumerate(question.terms)},
        **place.params, **wanted.params,
    }  # fmt: skip
    cursor = await connection.execute(compose(name, reader.schema, **parts), params)
    rows = list(await cursor.fetchall())
    if op.refresh_ttl:
        await refresh(connection, reader, rows)
    return [to_search_item(row) for row in rows]


def _scoring(schema: str, count: int) -> dict[str, sql.Composable]:
    """The parts of the statement that score words: BM25's weights, saturating at one."""
    names = [(sql.Identifier(f"t{i}"), sql.Identifier(f"d{i}")) for i in range(count)]
    weights = [_WEIGHT.format(d=d) for _, d in names]
    found = [_FOUND.format(weight=w, t=t) for w, (t, _) in zip(weights, names, strict=True)]
    words = sql.SQL("({}) / ({})").format(_sum(found), _sum(weights))
    return {
        "term_columns": sql.Composed(
            [
                _TERM.format(
                    schema=sql.Identifier(schema), term=sql.Placeholder(f"term_{i}"), name=t
                )
                for i, (t, _) in enumerate(names)
            ]
        ),
        "term_counts": sql.Composed([_COUNT.format(t=t, d=d) for t, d in names]),
        "words": words if names else sql.SQL("0::float8"),
        "has_terms": sql.SQL("true" if names else "false"),
    }


def _sum(parts: Sequence[sql.Composable]) -> sql.Composed:
    return sql.SQL(" + ").join(parts)


def _lexeme(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


async def list_namespaces(
    connection: Connection, reader: Reader, op: ListNamespacesOp
) -> list[tuple[str, ...]]:
    """Distinct namespaces that hold something visible, sorted."""
    conditions = op.match_conditions or ()
    scope = scope_of_conditions(conditions)
    scopes, chosen = reader.scopes(scope)
    place, match = in_scope(scope), matching(conditions)
    query = compose(
        "item_namespaces", reader.schema, matching=match.condition, namespace=_NAMESPACE,
        below=place.condition,
        **_common(reader.schema, scopes),
    )  # fmt: skip
    params = {
        "scopes": chosen, "depth": min(op.max_depth or MAX_LABELS, MAX_LABELS),
        "limit": op.limit, "offset": op.offset,
        **place.params, **match.params,
    }  # fmt: skip
    cursor = await connection.execute(query, params)
    return [tuple(row["namespace"]) for row in await cursor.fetchall()]
