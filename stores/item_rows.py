"""Between operations of the BaseStore interface and rows. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from langgraph.store.base import Item, PutOp, SearchItem, get_text_at_path

from memory_graph.errors import InputError
from memory_graph.stores.keys import item_key
from memory_graph.stores.rows import lexeme_columns, vector_literal
from memory_graph.stores.shown import shown
from memory_graph.stores.vectors import Made
from memory_graph.text.clean import clean_json

MAX_INDEXED_CHARACTERS = 50_000
"""How much of an item is searchable by its words; a tsvector holds no more than one megabyte."""
MAX_TTL_MINUTES = 1e9


@dataclass(frozen=True, slots=True)
class NewItem:
    """A put or a delete, ready for the database but for its vectors."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any] | None
    """None deletes."""
    texts: tuple[tuple[str, str], ...] = ()
    """What is indexed: path and text."""
    ttl_minutes: float | None = None

    @property
    def scope(self) -> str:
        """The wall the item stands behind."""
        return self.namespace[0]

    @property
    def dedupe_key(self) -> UUID:
        """Equal for all versions of one item."""
        return item_key(self.namespace, self.key)


def new_item(op: PutOp, index_fields: Sequence[str]) -> NewItem:
    """A checked put or delete. Raises InputError for a value that is no JSON object."""
    if op.value is None:
        return NewItem(op.namespace, op.key, None)
    value = clean_value(op.value)
    texts = tuple(
        (path, text)
        for path in _paths(op.index, index_fields)
        for text in get_text_at_path(value, path)
        if text.strip()
    )
    return NewItem(op.namespace, op.key, value, texts, check_ttl(op.ttl))


def clean_value(value: object) -> dict[str, Any]:
    """A value made safe to store. Raises InputError unless it is a JSON object."""
    if not isinstance(value, Mapping):
        raise InputError(f"value {shown(value)} is not a dict: wrap it in one")
    cleaned = clean_json(dict(value))
    if not isinstance(cleaned, dict):
        raise InputError(f"value {shown(value)} is not a JSON object")
    return cleaned


def _paths(index: object, index_fields: Sequence[str]) -> list[str]:
    """Which paths to index: the store's, the operation's, or none."""
    if index is None:
        return list(index_fields)
    if index is False:
        return []
    if isinstance(index, list | tuple) and all(isinstance(path, str) for path in index):
        return list(index)
    raise InputError(f"index {shown(index)} is neither None, False nor a list of paths")


def check_ttl(minutes: object) -> float | None:
    """Minutes to live, fractions allowed; None is for ever. Raises InputError for nonsense."""
    if minutes is None:
        return None
    if isinstance(minutes, bool) or not isinstance(minutes, int | float):
        raise InputError(f"ttl {shown(minutes)} is not a number of minutes")
    if not 0 < minutes <= MAX_TTL_MINUTES:
        raise InputError(
            f"ttl {shown(minutes)} must be above 0 and at most {MAX_TTL_MINUTES:.0f} minutes"
        )
    return float(minutes)


@dataclass(frozen=True, slots=True)
class Rows:
    """The two documents a batch of items is sent as."""

    items: str
    vectors: str | None
    puts: int


def to_rows(items: Sequence[NewItem], vectors: Made) -> Rows:
    """Items of one scope as JSON for the statements; of several puts of one key the last counts."""
    last = {one.dedupe_key: one for one in items}
    rows: list[dict[str, Any]] = []
    further: list[dict[str, Any]] = []
    for dedupe_key, one in last.items():
        row = {"id": str(uuid4()), "dedupe_key": str(dedupe_key), "is_put": one.value is not None}
        rows.append(row)
        if one.value is not None:
            first, *others = [
                (path, vector_literal(vectors[text])) for path, text in one.texts if text in vectors
            ] or [("", None)]
            row |= item_columns(one) | {"embedding": first[1]}
            further += [
                {"memory_id": row["id"], "ordinal": ordinal, "path": path, "embedding": literal}
                for ordinal, (path, literal) in enumerate(others, 1)
            ]
    puts = sum(1 for row in rows if row["is_put"])
    return Rows(_dump(rows), _dump(further) if further else None, puts)


def item_columns(one: NewItem) -> dict[str, Any]:
    """The columns of an item but for its key and its vectors."""
    content = "\n".join(text for _, text in one.texts)
    return {
        "namespace": one.namespace, "item_key": one.key, "content": content, "data": one.value,
        "ttl_minutes": one.ttl_minutes, **lexeme_columns(content[:MAX_INDEXED_CHARACTERS]),
    }  # fmt: skip


def _dump(rows: object) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def to_item(row: Mapping[str, Any]) -> Item:
    """A row of ``item_columns`` as LangGraph shows items."""
    return Item(
        value=row["value"], key=row["key"], namespace=tuple(row["namespace"]),
        created_at=row["created_at"], updated_at=row["updated_at"],
    )  # fmt: skip


def to_search_item(row: Mapping[str, Any]) -> SearchItem:
    """A row of a search as LangGraph shows it."""
    return SearchItem(
        value=row["value"], key=row["key"], namespace=tuple(row["namespace"]),
        created_at=row["created_at"], updated_at=row["updated_at"], score=row["score"],
    )  # fmt: skip
