"""A store for one evaluation: a schema of its own that is dropped at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import uuid4

from langchain_core.embeddings import Embeddings
from psycopg import sql

from memory_graph.embeddings import resolve_embeddings
from memory_graph.settings import Settings, load_settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.write import Connection


@dataclass
class TimedEmbeddings(Embeddings):
    """An embedder that knows how long questions took it."""

    inner: Embeddings
    model: str
    query_seconds: float = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Vectors of what is stored."""
        return self.inner.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question."""
        began = time.perf_counter()
        vector = self.inner.embed_query(text)
        self.query_seconds += time.perf_counter() - began
        return vector


@contextmanager
def evaluation_store(
    dsn: str | None = None, embeddings: str | Embeddings | None = None,
    settings: Settings | None = None,
) -> Iterator[tuple[PostgresMemoryStore, TimedEmbeddings | None]]:  # fmt: skip
    """A store in a fresh schema, and its embedder; None for recall by words only."""
    base = settings or load_settings()
    schema = f"memory_graph_evaluation_{uuid4().hex[:12]}"
    resolved = resolve_embeddings(base.embeddings if embeddings is None else embeddings)
    timed = TimedEmbeddings(resolved.embeddings, resolved.name) if resolved else None
    own = replace(base, schema=schema)
    try:
        with PostgresMemoryStore(dsn, embeddings=timed or "none", settings=own) as store:
            yield store, timed
    finally:
        with PostgresMemoryStore(dsn, embeddings="none", settings=own) as store:
            store.engine.database.run(lambda connection: _drop(connection, schema))


async def _drop(connection: Connection, schema: str) -> None:
    await connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(
        sql.Identifier(schema)))  # fmt: skip
