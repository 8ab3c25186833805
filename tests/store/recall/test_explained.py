"""What recall says of its own result."""

from __future__ import annotations

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.recall.said import DAY, candidate


def test_the_result_explains_itself(store: PostgresMemoryStore) -> None:
    store.remember("ann", [candidate("Mira likes red tea", entities=("Mira",))])
    found = store.recall("ann", "When did Mira drink red tea last week?", now=DAY)
    scores = found.memories[0].scores
    assert found.arms == ("vector", "bm25", "entity", "time")
    assert found.question_kind == "when"
    assert found.windows[0].words == "last week"
    assert scores.entity == 1.0
    assert scores.bm25 > 0
    assert scores.final == pytest.approx(scores.fused * scores.boost)
    assert scores.boost == pytest.approx(scores.importance_boost * scores.recency_boost)
    assert found.explanation == ""


def test_an_explanation_is_a_text_to_read(store: PostgresMemoryStore) -> None:
    store.remember("ann", [candidate("Mira likes red tea", entities=("Mira",)), "米拉喜欢绿茶"])
    found = store.recall("ann", "When did Mira drink red tea last week?", now=DAY, explain=True)
    lines = found.explanation.splitlines()
    assert lines[0] == "arms: vector, bm25, entity, time · terms: mira drink red tea last week"
    assert "memories considered: 2" in lines[1]
    assert (
        lines[2]
        == "time: resolved last week [2026-04-20T00:00:00+00:00, 2026-04-27T00:00:00+00:00)"
    )
    assert "question: when" in lines[3]
    header, *rows = lines[4:7]
    assert header.split()[:3] == ["#", "final", "vector"]
    assert rows[0].startswith(f"1  {found.memories[0].scores.final:.3f}")
    assert rows[0].endswith(found.memories[0].memory.content)
    assert header.index("content") == rows[0].index(found.memories[0].memory.content)
    assert "importance" in header
    assert lines[-2] == "scored nowhere: time, code, speaker"
    assert not {"time", "code", "speaker"} & set(header.split())
    assert lines[-1].startswith("packing: ")
    assert lines[-1].endswith("of 2000 tokens · left out: 0")
    assert "nothing found" in store.recall("bob", "tea", explain=True).explanation
