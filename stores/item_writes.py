"""Puts and deletes of the BaseStore interface. Runs inside a transaction.

All items of one scope and batch belong to one write of tree 0, whatever reads lie between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.item_rows import NewItem, to_rows
from memory_graph.stores.vectors import Made, fitting
from memory_graph.stores.write import (
    Connection,
    OpenWrite,
    fetch,
    finish_write,
    lock_scope,
    open_write,
    send,
)

CHUNK = 1000
"""Items one statement carries."""


@dataclass(frozen=True, slots=True)
class ItemWrites:
    """The open writes of a batch, by scope."""

    nonce: str
    opened: Mapping[str, OpenWrite]


async def open_writes(
    connection: Connection, schema: str, nonce: str,
    item_scopes: Set[str], memory_scopes: Set[str],
) -> ItemWrites:  # fmt: skip
    """Locks every scope the batch writes to, in sorted order, and opens the writes of items.

    A write that is there already, since its first try was committed unseen, is not opened again.
    """
    opened: dict[str, OpenWrite] = {}
    for scope in sorted(item_scopes | memory_scopes):
        if scope not in item_scopes:
            await lock_scope(connection, schema, scope)
            continue
        write = await open_write(connection, schema, scope, OUTSIDE, nonce=nonce)
        if isinstance(write, OpenWrite):
            opened[scope] = write
    return ItemWrites(nonce, opened)


async def put_items(writes: ItemWrites, items: Sequence[NewItem], vectors: Made) -> None:
    """Stores neighbouring puts and deletes, in few statements; of one key the last counts.

    In a scope without an open write there is nothing to change.
    """
    by_scope: dict[str, list[NewItem]] = {}
    for one in items:
        if one.scope in writes.opened:
            by_scope.setdefault(one.scope, []).append(one)
    for scope, chosen in by_scope.items():
        last = list({(one.namespace, one.key): one for one in chosen}.values())
        for start in range(0, len(last), CHUNK):
            await _put(writes.opened[scope], last[start : start + CHUNK], vectors)


async def _put(write: OpenWrite, items: Sequence[NewItem], vectors: Made) -> None:
    rows = to_rows(items, await fitting(write, vectors))
    done = await fetch(
        write.connection, "item_put", write.schema, write.params | {"rows": rows.items}
    )
    write.count("items", done[0]["added"])
    write.count("items_closed", done[0]["closed"])
    if rows.vectors:
        vectors_of = {"scope": write.scope, "rows": rows.vectors}
        await fetch(write.connection, "item_vectors", write.schema, vectors_of)
    if rows.puts:
        counts = {"scope": write.scope, "rows": rows.puts, "lexemes": done[0]["lexemes"]}
        await send(write.connection, "count_rows", write.schema, counts)


async def finish_writes(writes: ItemWrites) -> None:
    """Records the writes."""
    for _, write in sorted(writes.opened.items()):
        await finish_write(write, covered=(), nonce=writes.nonce, memory_ids=())
