"""Namespaces of the BaseStore interface: what is allowed, and how they match. Pure.

Matching goes label by label, so ``("foo",)`` never reaches ``("foobar",)`` and ``%`` and ``_`` are
ordinary characters; ``*`` stands for any one label, in ``list_namespaces`` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
    validate_op_namespace,
)
from psycopg import sql

from memory_graph.errors import InputError
from memory_graph.scope import is_memory_namespace
from memory_graph.stores.shown import shown

Namespace = tuple[str, ...]

WILDCARD = "*"
MAX_NAMESPACE_BYTES = 2000
MAX_ENTRY_BYTES = 2600
"""What an index entry can hold: of an item its scope and its labels, of a memory also its key."""
_LABEL_BYTES = 8  # what a label costs beside its text
MAX_KEY_CHARACTERS = 100_000


def check_op(op: Op) -> Op:
    """The operation with its namespace as a tuple of labels.

    Raises InvalidNamespaceError for a namespace, and InputError for a key, that can't be stored.
    """
    if isinstance(op, GetOp | PutOp):
        op = op._replace(namespace=_tuple(op.namespace))
        validate_op_namespace(op)
        if not op.namespace:
            raise InvalidNamespaceError("the namespace of an item has at least one label")
        _check_storable(op.namespace)
        check_key(op.key)
        if isinstance(op, PutOp) and op.value is not None:
            _check_entry(op)
        return op
    if isinstance(op, SearchOp):
        op = op._replace(namespace_prefix=_tuple(op.namespace_prefix))
        validate_op_namespace(op)
        _check_storable(op.namespace_prefix)
        return op
    if isinstance(op, ListNamespacesOp):
        return _check_conditions(op)
    raise InputError(f"{shown(op)} is no store operation: give GetOp, PutOp, SearchOp and the like")


def _path(given: object) -> tuple[str, ...]:
    """A path as a tuple; a plain string is a path of one label."""
    return (given,) if isinstance(given, str) else _tuple(given)


def _check_conditions(op: ListNamespacesOp) -> ListNamespacesOp:
    conditions = tuple(one._replace(path=_path(one.path)) for one in op.match_conditions or ())
    op = op._replace(match_conditions=conditions)
    validate_op_namespace(op)
    for one in conditions:
        if one.match_type not in {"prefix", "suffix"}:
            raise InputError(f"match_type {one.match_type!r} is neither 'prefix' nor 'suffix'")
        _check_storable(one.path)
    _check_depth(op.max_depth)
    return op


def _check_depth(depth: object) -> None:
    if depth is None or (type(depth) is int and depth >= 1):
        return
    raise InputError(f"max_depth {shown(depth)} must be a whole number, at least 1, or None")


def _tuple(namespace: object) -> Namespace:
    if isinstance(namespace, str):
        raise InvalidNamespaceError(
            f"namespace {namespace!r} is a string: give a tuple of labels, ({namespace!r},)"
        )
    if not isinstance(namespace, Iterable):
        raise InvalidNamespaceError(f"namespace {shown(namespace)} is no tuple of labels")
    return tuple(namespace)


def _check_storable(namespace: Sequence[str]) -> None:
    for label in namespace:
        if not is_storable(label):
            raise InvalidNamespaceError(
                f"label {label!r} of {namespace!r} holds NUL or half a surrogate pair: "
                "encode ids with memory_graph.scope.encode_label"
            )
    size = sum(len(label.encode()) for label in namespace)
    if size > MAX_NAMESPACE_BYTES:
        raise InvalidNamespaceError(
            f"namespace of {size} bytes is too long ({MAX_NAMESPACE_BYTES}): shorten its labels"
        )


def _check_entry(op: PutOp) -> None:
    """Raises where the index by which the item is found can't hold its place."""
    if is_memory_namespace(op.namespace):
        if _size(op.namespace) + _size([op.key]) > MAX_ENTRY_BYTES:
            raise InputError(
                f"a key of {len(op.key)} characters is too long for a memory: choose one of "
                f"at most {MAX_ENTRY_BYTES - _size(op.namespace) - _LABEL_BYTES} bytes"
            )
    elif _size(op.namespace) + _size(op.namespace[:1]) > MAX_ENTRY_BYTES:
        raise InvalidNamespaceError(
            f"namespace of {len(op.namespace)} labels and {_size(op.namespace)} bytes is too long: "
            "shorten its labels, the first above all, or use fewer"
        )


def _size(labels: Sequence[str]) -> int:
    return sum(len(label.encode()) + _LABEL_BYTES for label in labels)


def check_key(key: str) -> None:
    """Raises InputError for a key that can't be stored as it is.

    A key names something, so it is never changed silently.
    """
    if not isinstance(key, str):
        raise InputError(f"key {shown(key)} is {type(key).__name__}, not a string")
    if not is_storable(key):
        raise InputError(f"key {shown(key)} holds NUL or half a surrogate pair: choose another")
    if len(key) > MAX_KEY_CHARACTERS:
        raise InputError(f"a key of {len(key)} characters is too long ({MAX_KEY_CHARACTERS})")


def is_storable(text: str) -> bool:
    """True when the database can hold the text unchanged."""
    return not any(char == "\x00" or "\ud800" <= char <= "\udfff" for char in text)


@dataclass(frozen=True, slots=True)
class Part:
    """A condition for a statement, and the parameters it binds."""

    condition: sql.Composable
    params: dict[str, Any]


_OPEN_ITEM = sql.SQL("(m.tier = 'item' AND isempty(m.closed))")
_SCOPE = sql.SQL("m.scope = %(scope)s::text")
_MEMORY = sql.SQL("m.tier = ANY('{episodic,semantic,procedural,archive}')")
"""Items are closed outside any thread only, so no reader sees a closed one; the index knows."""


def in_scope(scope: str | None) -> Part:
    """The condition that a row ``m`` can be seen and lies in a scope, or in any for None.

    Spelled so that the indexes serve it.
    """
    seen = sql.SQL("({} OR {})").format(_MEMORY, _OPEN_ITEM)
    if scope is None:
        return Part(seen, {})
    return Part(sql.SQL("{} AND {}").format(_SCOPE, seen), {"scope": scope})


def below(prefix: Namespace) -> Part:
    """The condition that a row ``m`` lies at or below a prefix, in the scope of its first label.

    In byte order the namespaces below a prefix are one range: it ends before the prefix whose last
    label has the smallest character there is appended.
    """
    if len(prefix) <= 1:
        return in_scope(prefix[0] if prefix else None)
    in_range = sql.SQL(
        "({} AND m.namespace >= %(prefix)s::text[] AND m.namespace < %(prefix_end)s::text[])"
    ).format(_OPEN_ITEM)
    params: dict[str, Any] = {
        "scope": prefix[0],
        "prefix": list(prefix),
        "prefix_end": [*prefix[:-1], prefix[-1] + "\x01"],
    }
    if not is_memory_namespace(prefix):
        return Part(sql.SQL("{} AND {}").format(_SCOPE, in_range), params)
    either = sql.SQL("{} AND (m.tier = %(prefix_tier)s OR {})").format(_SCOPE, in_range)
    return Part(either, params | {"prefix_tier": prefix[1]})


def scope_of_conditions(conditions: Sequence[MatchCondition]) -> str | None:
    """The one scope that can match, or None when several can."""
    return next(
        (
            one.path[0]
            for one in conditions
            if one.match_type == "prefix" and one.path and one.path[0] != WILDCARD
        ),
        None,
    )


def matching(conditions: Sequence[MatchCondition]) -> Part:
    """The condition that a namespace ``n.namespace`` meets all of these."""
    clauses: list[sql.Composable] = [sql.SQL("true")]
    params: dict[str, Any] = {}
    for one in conditions:
        clauses.append(sql.SQL("cardinality(n.namespace) >= {}").format(sql.Literal(len(one.path))))
        for position, label in enumerate(one.path):
            if label != WILDCARD:
                name = f"label_{len(params)}"
                params[name] = label
                clauses.append(_label(one, position, name))
    return Part(sql.SQL(" AND ").join(clauses), params)


def _label(condition: MatchCondition, position: int, name: str) -> sql.Composed:
    if condition.match_type == "prefix":
        return sql.SQL("n.namespace[{}] = {}").format(
            sql.Literal(position + 1), sql.Placeholder(name)
        )
    from_end = len(condition.path) - position - 1
    return sql.SQL("n.namespace[cardinality(n.namespace) - {}] = {}").format(
        sql.Literal(from_end), sql.Placeholder(name)
    )
