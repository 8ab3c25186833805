"""Calls of an embedder that fail or give what can not be right."""

from __future__ import annotations

import math
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings

from memory_graph.embeddings import (
    ResolvedEmbeddings,
    aembed_texts,
    embed_query,
    embed_texts,
)
from memory_graph.errors import ModelError
from tests.unit.embeddings.models import resolved


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_failing_service_is_a_model_error(
    openai_server: Any, behaviour: Any, status: int
) -> None:
    openai_server.embedding = behaviour(status=status)
    model = resolved("openai:text-embedding-3-small")
    vars(model.embeddings)["max_retries"] = 0
    with pytest.raises(ModelError, match=f"status {status}") as caught:
        await aembed_texts(model, ["secretword"])
    assert "secretword" not in str(caught.value)


class Odd(Embeddings):
    """Gives whatever it was told to."""

    def __init__(self, vectors: Any) -> None:
        self.vectors = vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        given: list[list[float]] = self.vectors
        return given

    def embed_query(self, text: str) -> list[float]:
        given: list[float] = self.vectors[0]
        return given


@pytest.mark.parametrize(
    "vectors",
    [
        [], [[1.0]], [[1.0], [1.0, 2.0]], [[], []], [[1.0], [math.nan]], [[1e30], [1.0]],
        [[-70000.0], [1.0]], None, [None, None],
        ["ab", "cd"], [1.0, 2.0], [[1.0], [None]], {"a": [1.0]}, "ab",
    ],
)  # fmt: skip
def test_vectors_that_cannot_be_right_are_refused(vectors: Any) -> None:
    model = ResolvedEmbeddings(name="odd", embeddings=Odd(vectors))
    with pytest.raises(ModelError, match="odd"):
        embed_texts(model, ["a", "b"])
    with pytest.raises(ModelError):
        embed_query(ResolvedEmbeddings(name="odd", embeddings=Odd([])), "a")


def test_nothing_to_embed_is_nothing() -> None:
    assert embed_texts(ResolvedEmbeddings(name="odd", embeddings=Odd([])), []) == []
