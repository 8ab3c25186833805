"""A store for one evaluation: a schema of its own that is dropped at the end.

A run that is killed leaves its schema behind; its name says when it began, and a run that begins a
day later or more drops it.
"""

from __future__ import annotations

import re
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

_NAME = "memory_graph_evaluation"
_LONGEST_SECONDS = 24 * 3600
"""After this a run is taken for dead."""
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_OWN_SCHEMAS = """
SELECT nspname AS name FROM pg_catalog.pg_namespace WHERE pg_has_role(nspowner, 'USAGE')
"""


def schema_name(began: float) -> str:
    """A name that no other run has; ``began`` in seconds since 1970."""
    return f"{_NAME}_{int(began)}_{uuid4().hex[:12]}"


def is_left_over(name: str, now: float) -> bool:
    """Whether a schema is that of a run so long ago that it must have been killed."""
    found = re.fullmatch(rf"{_NAME}_(\d+)_[0-9a-f]{{12}}", name)
    return found is not None and now - int(found[1]) > _LONGEST_SECONDS


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
    schema = schema_name(time.time())
    resolved = resolve_embeddings(base.embeddings if embeddings is None else embeddings)
    timed = TimedEmbeddings(resolved.embeddings, resolved.name) if resolved else None
    own = replace(base, schema=schema)
    try:
        with PostgresMemoryStore(dsn, embeddings=timed or "none", settings=own) as store:
            store.engine.database.run(_drop_left_over)
            yield store, timed
    finally:
        with PostgresMemoryStore(dsn, embeddings="none", settings=own) as store:
            store.engine.database.run(lambda connection: _drop(connection, schema))


async def _drop_left_over(connection: Connection) -> None:
    await connection.execute(_LOCK, [_NAME])
    cursor = await connection.execute(_OWN_SCHEMAS)
    for row in await cursor.fetchall():
        if is_left_over(row["name"], time.time()):
            await _drop(connection, row["name"])


async def _drop(connection: Connection, schema: str) -> None:
    await connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(
        sql.Identifier(schema)))  # fmt: skip
