"""LangGraph's PostgresStore with the same texts and vectors, to be measured beside ours."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from langgraph.store.base import PutOp
from langgraph.store.postgres import PostgresStore

from benchmarks.common import DIMENSIONS
from benchmarks.corpus import StoredVectors

BATCH = 1000
_INDEX = "SELECT indexdef FROM pg_indexes WHERE indexname = 'store_vectors_embedding_idx'"
Row = tuple[str, str, str]
"""Scope, key and text."""


@contextlib.contextmanager
def postgres_store(dsn: str, vectors: StoredVectors) -> Iterator[PostgresStore]:
    """The store with its own HNSW index over the field ``text``."""
    index: Any = {"dims": DIMENSIONS, "embed": vectors, "fields": ["text"]}
    with PostgresStore.from_conn_string(dsn, index=index) as store:
        store.setup()
        yield store


def fill(dsn: str, vectors: StoredVectors, rows: Sequence[Row]) -> None:
    """Puts rows in their order through the store; its own vector index is made afterwards.

    The same index over the same rows, in a tenth of the time.
    """
    with postgres_store(dsn, vectors) as store, psycopg.connect(dsn, autocommit=True) as admin:
        found = admin.execute(_INDEX).fetchone()
        if found is None:
            raise AssertionError("PostgresStore has made no vector index")
        admin.execute("DROP INDEX store_vectors_embedding_idx")
        for start in range(0, len(rows), BATCH):
            store.batch(
                PutOp((scope,), key, {"text": text})
                for scope, key, text in rows[start : start + BATCH]
            )
        admin.execute("SET maintenance_work_mem = '1GB'")
        admin.execute(str(found[0]).encode())
        admin.execute("VACUUM ANALYZE store")
        admin.execute("VACUUM ANALYZE store_vectors")
