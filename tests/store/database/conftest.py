"""Fixtures of the tests of the pool."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memory_graph.stores.database import Database


@pytest.fixture
def database(dsn: str) -> Iterator[Database]:
    """Open a database and close it after the test."""
    database = Database(dsn, pool_size=4)
    yield database
    database.close()
