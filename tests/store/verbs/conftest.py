"""Fixtures of the tests of the verbs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened
