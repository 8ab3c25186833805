"""Fixtures of the tests of ingest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    settings = Settings(dsn=dsn, embeddings="none")
    with PostgresMemoryStore(settings=settings) as opened:
        yield opened
