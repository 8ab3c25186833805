"""A conformance suite for LangGraph stores: what ``BaseStore`` promises, as pytest tests.

Subclass ``StoreConformance`` in a test file, say what the store can do, and give it a fixture
``make_store``; see docs/conformance.md. Needs pytest, and nothing else of this project.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    *(
        f"memory_graph.testing.{name}"
        for name in ("batches", "filters", "items", "namespaces", "search", "ttl")
    )
)

from memory_graph.testing.capabilities import (  # noqa: E402 - asserts are rewritten on import
    StoreCapabilities,
    StoreOptions,
)
from memory_graph.testing.client import StoreClient  # noqa: E402
from memory_graph.testing.conformance import StoreConformance  # noqa: E402
from memory_graph.testing.embeddings import NgramEmbeddings  # noqa: E402

__all__ = [
    "NgramEmbeddings",
    "StoreCapabilities",
    "StoreClient",
    "StoreConformance",
    "StoreOptions",
]
