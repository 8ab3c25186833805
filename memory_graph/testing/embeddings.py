"""A model that needs no model: texts with common letters are alike."""

from __future__ import annotations

import hashlib
import math

from langchain_core.embeddings import Embeddings


class NgramEmbeddings(Embeddings):
    """Counts character n-grams by hash; the same text gives the same vector everywhere."""

    def __init__(self, dimensions: int = 64) -> None:
        self.dimensions = dimensions

    def embed_query(self, text: str) -> list[float]:
        """Embed one text."""
        counts = [0.0] * self.dimensions
        letters = f" {text.casefold()} "
        for size in (1, 2, 3):
            for start in range(len(letters) - size + 1):
                counts[self._place(letters[start : start + size])] += size
        length = math.sqrt(sum(count * count for count in counts))
        return [count / length for count in counts]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed several texts."""
        return [self.embed_query(text) for text in texts]

    def _place(self, gram: str) -> int:
        digest = hashlib.blake2b(gram.encode("utf-8", "replace"), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.dimensions
