"""Our store keeps everything that the conformance suite asks of a store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_graph.settings import Settings
from memory_graph.stores.filters import OPERATORS
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import StoreCapabilities, StoreConformance, StoreOptions
from memory_graph.testing.base import MakeStore


class TestPostgresMemoryStore(StoreConformance):
    """Declares everything, so no promise is skipped."""

    capabilities = StoreCapabilities(
        operators=frozenset(OPERATORS),
        dotted_paths=True,
        time_ranges=True,
        semantic_search=True,
        max_dimensions=4000,
        ttl=True,
        cleans_text=True,
    )

    @pytest.fixture
    def make_store(self, dsn: str) -> MakeStore:
        """Open our store on a fresh database, as an operator."""

        def make(options: StoreOptions) -> PostgresMemoryStore:
            return PostgresMemoryStore(
                dsn,
                embeddings=options.embeddings or "none",
                settings=replace(Settings(), pool_size=2),
                admin=True,
                index_fields=options.fields,
                default_ttl_minutes=options.default_ttl,
                refresh_ttl_on_read=options.refresh_on_read,
            )

        return make
