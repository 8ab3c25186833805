"""Vectors by text, and the rule that a scope holds vectors of one embedder only.

A scope's row names the embedder that all of its vectors were made with. Whoever holds the scope's
lock and has vectors of another one stores none: what is stored can be made anew by ``reembed``.
A model that gives vectors of another size under its old name is another one, too: vectors of two
sizes in one scope could not be compared with anything.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memory_graph.stores.asking import fetch

if TYPE_CHECKING:
    from memory_graph.stores.write import Connection, OpenWrite


ANY_SIZE = 0
"""Of the vectors of an embedder that the schema does not know."""
_LOG = logging.getLogger(__name__)


class Vectors(dict[str, list[float]]):
    """Vectors by the text they were made from, and the name of the embedder."""

    def __init__(
        self, vectors: Iterable[tuple[str, list[float]]] = (), embedder: str | None = None
    ) -> None:
        super().__init__(vectors)
        self.embedder = embedder

    def of_size(self, size: int | None) -> Made:
        """The vectors, if they are as long as they should be; else none. None is never right."""
        if not self or size is None:
            return NO_VECTORS
        found = len(next(iter(self.values())))
        if size in (ANY_SIZE, found):
            return self
        _LOG.warning(
            "%d texts stored without vectors: %r gave %d numbers, the stored vectors have %d; "
            "`memory-graph reembed` makes them anew", len(self), self.embedder, found, size,
        )  # fmt: skip
        return NO_VECTORS


Made = Mapping[str, Sequence[float]]
NO_VECTORS: Made = {}


async def accepted_size(
    connection: Connection, schema: str, scope: str, embedder: str | None
) -> int | None:
    """How long vectors of an embedder are in a scope, whose lock the caller holds.

    None when none of them may be stored there. The first embedder that asks becomes the scope's.
    """
    if embedder is None:
        return None
    params = {"scope": scope, "embedder": embedder}
    rows = await fetch(connection, "fit_vectors", schema, params)
    return next((int(row["size"]) for row in rows if row["embedder"] == embedder), None)


async def fitting(write: OpenWrite, vectors: Made) -> Made:
    """The vectors, if the scope of an open write takes them; else none."""
    if not isinstance(vectors, Vectors) or not vectors:
        return NO_VECTORS
    size = write.vector_size if write.embedder == vectors.embedder else None
    if write.embedder is None:
        size = await accepted_size(write.connection, write.schema, write.scope, vectors.embedder)
    fit = vectors.of_size(size)
    if not fit:
        write.count("without_vector", len(vectors))
    return fit
