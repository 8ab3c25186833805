"""Search by words and by vectors, of the fields that are indexed."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp, SearchOp

from memory_graph.errors import ConfigurationError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings
from tests.store.items.places import NOTES, Open, Rows


class CountedEmbeddings(NgramEmbeddings):
    """Counts what it is asked, and can be made to fail."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[str] = []
        self.fails = False

    def embed_query(self, text: str) -> list[float]:
        if self.fails:
            raise ConnectionError("the model is down")
        self.asked.append(text)
        return super().embed_query(text)


class DullEmbeddings(Embeddings):
    """Finds everything alike."""

    def embed_query(self, text: str) -> list[float]:
        return [1.0, 0.0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]


def test_words_alone_rank_when_there_is_no_model(store: PostgresMemoryStore) -> None:
    texts = {"a": "green tea", "b": "green tea and jasmine", "c": "黑咖啡", "d": "coffee"}
    for key, text in texts.items():
        store.put(NOTES, key, {"t": text}, index=["t"])
    store.put(NOTES, "e", {"t": "green tea"}, index=False)
    found = store.search(NOTES, query="jasmine tea")
    assert [item.key for item in found][:2] == ["b", "a"]
    scores = [item.score for item in found]
    assert scores[0] is not None
    assert scores[1] is not None
    assert 1 >= scores[0] > scores[1] > 0
    assert scores[2:] == [0, 0, None]
    assert store.search(NOTES, query="咖啡")[0].key == "c"


def test_d5_an_exact_code_wins_over_a_weak_model(open_store: Open) -> None:
    store = open_store(embeddings=DullEmbeddings())
    for number in range(30):
        store.put(NOTES, f"k{number}", {"t": f"note {number} of the week"}, index=["t"])
    store.put(NOTES, "it", {"t": "invoice ZQ-88121"}, index=["t"])
    assert store.search(NOTES, query="ZQ-88121")[0].key == "it"


def test_without_a_common_word_the_score_is_the_cosine(open_store: Open) -> None:
    model = NgramEmbeddings(64)
    store = open_store(embeddings=model)
    store.put(NOTES, "k", {"t": "teapots"}, index=["t"])
    score = store.search(NOTES, query="seaports")[0].score
    one, other = model.embed_query("teapots"), model.embed_query("seaports")
    assert score == pytest.approx(sum(a * b for a, b in zip(one, other, strict=True)), abs=1e-3)


def test_further_fields_have_their_vectors_apart_and_only_for_the_open_version(
    open_store: Open, rows: Rows
) -> None:
    store = open_store(embeddings=NgramEmbeddings(64), index_fields=("title", "parts[*]"))
    store.put(NOTES, "k", {"title": "tea", "parts": ["sugar", "milk"]})
    paths = "SELECT path FROM item_vectors ORDER BY ordinal"
    assert [one["path"] for one in rows(paths)] == ["parts[*]", "parts[*]"]
    store.put(NOTES, "k", {"title": "tea", "parts": ["salt", "x", "y"]})
    assert len(rows(paths)) == 3
    found = store.search(NOTES, query="salt")
    assert found[0].score == pytest.approx(1, abs=0.01)
    store.delete(NOTES, "k")
    assert rows(paths) == []


def test_vectors_that_no_column_holds_are_refused_before_anything_is_stored(
    open_store: Open, rows: Rows
) -> None:
    with pytest.raises(ConfigurationError, match=r"20000 numbers.*at most 16000"):
        open_store(embeddings=NgramEmbeddings(20_000)).put(NOTES, "k", {"text": "tea"})
    assert rows("SELECT FROM memories") == []
    assert rows("SELECT FROM meta WHERE key = 'embedder'") == []


def test_a_model_that_is_down_costs_vectors_only(
    open_store: Open, caplog: pytest.LogCaptureFixture
) -> None:
    model = CountedEmbeddings()
    store = open_store(embeddings=model)
    store.put(NOTES, "before", {"t": "green tea"}, index=["t"])
    model.fails = True
    store.put(NOTES, "during", {"t": "black tea"}, index=["t"])
    assert store.search(NOTES, query="black tea")[0].key == "during"
    assert "searched by words only" in caplog.text
    model.fails = False
    assert [item.key for item in store.search(NOTES, query="black")] == ["during", "before"]


def test_each_text_is_embedded_once_a_batch(open_store: Open) -> None:
    model = CountedEmbeddings()
    store = open_store(embeddings=model, index_fields=("t",))
    store.setup()
    model.asked.clear()
    ops: list[Any] = [PutOp(NOTES, f"k{n}", {"t": "same"}) for n in range(3)]
    store.batch([*ops, SearchOp(NOTES, query="what"), SearchOp(NOTES, query="what", offset=1)])
    assert model.asked == ["same", "what"]
