"""Fixtures of the tests of recall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.recall.said import WordEmbeddings


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as opened:
        yield opened


@pytest.fixture
def lexical(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened
