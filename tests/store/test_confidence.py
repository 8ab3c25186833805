"""How sure a memory is comes back as it was given, and a bound takes in what lies on it."""

from __future__ import annotations

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence


@pytest.mark.parametrize("given", [0.0, 0.05, 0.1, 0.3, 0.6, 0.7, 0.8, 0.85, 0.9, 0.999, 1.0])
def test_a_bound_takes_in_what_lies_on_it(dsn: str, given: float) -> None:
    one = Candidate(
        tier="semantic", kind="fact", content="Mira drinks tea", confidence=given, importance=given,
        evidence=Evidence(span="Mira drinks tea"),
    )  # fmt: skip
    with PostgresMemoryStore(dsn, embeddings="none") as store:
        (stored,) = store.remember("ann", one).memory_ids
        (found,) = store.recall("ann", "tea", min_confidence=given).memories
        read = store.get_memory("ann", stored)
        above = store.recall("ann", "tea", min_confidence=min(1.0, given + 0.001)).memories
    for memory in (found.memory, read):
        assert (memory.confidence, memory.importance) == (given, given)
    assert bool(above) == (given == 1.0)
