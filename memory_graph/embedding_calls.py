"""Calls to an embedding model that fail in our own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.embeddings import Embeddings

from memory_graph.errors import ModelError
from memory_graph.local_embeddings import clip_text
from memory_graph.providers import call_error

MAX_WEIGHT = 8000
"""Longest text sent: at most 8,000 tokens in any script, which the usual services accept."""
LARGEST = 65504
"""The largest number of half precision."""
_BLANK = "."
"""Stands for blank text, which some services refuse."""


@dataclass(frozen=True)
class ResolvedEmbeddings:
    """An embedding model and the name under which its vectors are kept."""

    name: str
    """Identity stored in the database: vectors of two names must never be compared."""
    embeddings: Embeddings
    known_dimensions: int | None = None
    _learned: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def dimensions(self) -> int:
        """Length of a vector; embeds one word the first time when it is not known."""
        return self._known() or self._learn(embed_query(self, "memory"))

    async def adimensions(self) -> int:
        """As ``dimensions``, for async callers."""
        return self._known() or self._learn(await aembed_query(self, "memory"))

    def _known(self) -> int | None:
        """The length, if it is known already."""
        return self.known_dimensions or (self._learned[0] if self._learned else None)

    def _learn(self, vector: Sequence[float]) -> int:
        """Keep the length of a first vector."""
        self._learned[:] = [len(vector)]
        return len(vector)


def embed_texts(resolved: ResolvedEmbeddings, texts: Sequence[str]) -> list[list[float]]:
    """Vectors of texts to be stored, in order; raises ModelError when the model fails."""
    if not texts:
        return []
    try:
        vectors = resolved.embeddings.embed_documents(_prepare(texts))
    except Exception as error:
        raise call_error(f"embedding with {resolved.name!r}", error) from error
    return _checked(resolved, vectors, len(texts))


async def aembed_texts(resolved: ResolvedEmbeddings, texts: Sequence[str]) -> list[list[float]]:
    """As embed_texts, for async callers."""
    if not texts:
        return []
    try:
        vectors = await resolved.embeddings.aembed_documents(_prepare(texts))
    except Exception as error:
        raise call_error(f"embedding with {resolved.name!r}", error) from error
    return _checked(resolved, vectors, len(texts))


def embed_query(resolved: ResolvedEmbeddings, text: str) -> list[float]:
    """Vector of a question; raises ModelError when the model fails."""
    try:
        vector = resolved.embeddings.embed_query(_prepare([text])[0])
    except Exception as error:
        raise call_error(f"embedding with {resolved.name!r}", error) from error
    return _checked(resolved, [vector], 1)[0]


async def aembed_query(resolved: ResolvedEmbeddings, text: str) -> list[float]:
    """As embed_query, for async callers."""
    try:
        vector = await resolved.embeddings.aembed_query(_prepare([text])[0])
    except Exception as error:
        raise call_error(f"embedding with {resolved.name!r}", error) from error
    return _checked(resolved, [vector], 1)[0]


def _prepare(texts: Sequence[str]) -> list[str]:
    """Texts as any service takes them: not blank, not endless."""
    clipped = (clip_text(text, MAX_WEIGHT) for text in texts)
    return [text if text.strip() else _BLANK for text in clipped]


def _checked(resolved: ResolvedEmbeddings, given: object, count: int) -> list[list[float]]:
    """The vectors, if they are as many as asked for, equally long, and finite."""
    vectors = _numbers(resolved, given)
    sizes = {len(vector) for vector in vectors}
    if len(vectors) != count or len(sizes) != 1 or 0 in sizes:
        raise ModelError(
            f"embedding with {resolved.name!r} gave {len(vectors)} vectors of sizes "
            f"{sorted(sizes)} for {count} texts: check the model and the server"
        )
    if not all(_can_be_kept(vector) for vector in vectors):
        raise ModelError(
            f"embedding with {resolved.name!r} gave numbers that are not finite, or beyond "
            f"{LARGEST:,}: check the model"
        )
    return vectors


def _numbers(resolved: ResolvedEmbeddings, given: Any) -> list[list[float]]:
    """The vectors as lists of numbers, whatever sequences they come in."""
    try:
        return [list(map(float, vector)) for vector in given]
    except (TypeError, ValueError) as error:
        raise ModelError(
            f"embedding with {resolved.name!r} gave no vectors ({error}): check the model"
        ) from error


def _can_be_kept(vector: Sequence[float]) -> bool:
    """Whether all numbers fit half precision, as vectors are stored."""
    return all(-LARGEST <= number <= LARGEST for number in vector)
