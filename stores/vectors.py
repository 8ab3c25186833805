"""Vectors by text, and the rule that a scope holds vectors of one embedder only.

A scope's row names the embedder that all of its vectors were made with. Whoever holds the scope's
lock and has vectors of another one stores none: what is stored can be made anew by ``reembed``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memory_graph.stores.asking import fetch

if TYPE_CHECKING:
    from memory_graph.stores.write import Connection, OpenWrite


class Vectors(dict[str, list[float]]):
    """Vectors by the text they were made from, and the name of the embedder."""

    def __init__(
        self, vectors: Iterable[tuple[str, list[float]]] = (), embedder: str | None = None
    ) -> None:
        super().__init__(vectors)
        self.embedder = embedder


Made = Mapping[str, Sequence[float]]
NO_VECTORS: Made = {}


async def fits(connection: Connection, schema: str, scope: str, embedder: str | None) -> bool:
    """Whether vectors of an embedder may be stored in a scope, whose lock the caller holds.

    The first embedder that asks becomes the scope's own.
    """
    if embedder is None:
        return False
    params = {"scope": scope, "embedder": embedder}
    rows = await fetch(connection, "fit_vectors", schema, params)
    return any(row["embedder"] == embedder for row in rows)


async def fitting(write: OpenWrite, vectors: Made) -> Made:
    """The vectors, if the scope of an open write takes them; else none."""
    if not isinstance(vectors, Vectors) or not vectors:
        return NO_VECTORS
    if write.embedder is None:
        is_fit = await fits(write.connection, write.schema, write.scope, vectors.embedder)
    else:
        is_fit = write.embedder == vectors.embedder
    return vectors if is_fit else NO_VECTORS
