"""What the tests of embeddings share."""

from __future__ import annotations

from langchain_core.embeddings import Embeddings

from memory_graph.embeddings import (
    ResolvedEmbeddings,
    resolve_embeddings,
)


def resolved(spec: str | Embeddings) -> ResolvedEmbeddings:
    found = resolve_embeddings(spec)
    assert found is not None
    return found
