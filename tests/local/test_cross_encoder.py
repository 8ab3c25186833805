"""The CrossEncoder adapter with the real library, on a tiny model that the test makes itself."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from memory_graph.effects import arun, run
from memory_graph.errors import ConfigurationError, ModelError
from memory_graph.rerank import CrossEncoderReranker, rerank
from memory_graph.stores.postgres import PostgresMemoryStore

QUESTION = "what does ann drink"
TEXTS = ["ann likes tea", "the car is red", "a dog barks at night", "ann drinks coffee"]
WORDS = sorted({word for text in (*TEXTS, QUESTION) for word in text.split()})
Make = Callable[..., str]


@pytest.fixture
def tiny(tmp_path: Path) -> Make:
    """Give a function that saves an untrained BERT as a cross-encoder and names its folder."""

    def make(labels: int = 1, seed: int = 7) -> str:
        from transformers import BertConfig, BertForSequenceClassification, BertTokenizer, set_seed

        folder = tmp_path / f"tiny-{labels}-{seed}"
        folder.mkdir()
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
        (folder / "vocab.txt").write_text("\n".join(vocabulary), "utf-8")
        BertTokenizer(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
        set_seed(seed)
        config = BertConfig(
            vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=32, max_position_embeddings=64, num_labels=labels,
            initializer_range=1.0,
        )  # fmt: skip
        BertForSequenceClassification(config).save_pretrained(folder)
        return str(folder)

    return make


def direct(folder: str, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """What the network says, by the transformers library alone."""
    from transformers import BertForSequenceClassification, BertTokenizer

    network: Any = BertForSequenceClassification.from_pretrained(folder).eval()
    tokens = BertTokenizer.from_pretrained(folder)
    scores = []
    for question, text in pairs:
        logit = network(**tokens(question, text, return_tensors="pt")).logits[0, 0].item()
        scores.append(1 / (1 + math.exp(-logit)))
    return scores


def test_scores_are_the_models_own_in_the_order_of_the_texts(tiny: Make) -> None:
    folder = tiny()
    expected = direct(folder, [(QUESTION, text) for text in TEXTS])
    found = CrossEncoderReranker(folder).score(QUESTION, TEXTS)
    assert found == pytest.approx(expected, abs=1e-4)
    assert len({round(score, 6) for score in found}) == len(TEXTS)
    backwards = CrossEncoderReranker(folder).score(QUESTION, TEXTS[::-1])
    assert backwards == pytest.approx(found[::-1], abs=1e-4)


async def test_sync_and_async_give_the_same(tiny: Make) -> None:
    ranker = CrossEncoderReranker(tiny())
    found = await ranker.ascore(QUESTION, TEXTS)
    assert await asyncio.to_thread(ranker.score, QUESTION, TEXTS) == pytest.approx(found, abs=1e-5)


def test_it_orders_what_the_store_recalled(tiny: Make, store: PostgresMemoryStore) -> None:
    folder = tiny()
    store.remember("ann", TEXTS)
    found = store.recall("ann", QUESTION)
    ranker = CrossEncoderReranker(folder)
    ranker.load()
    result = run(rerank(ranker, QUESTION, found))
    texts = [one.memory.content for one in found.memories]
    scores = dict(zip(texts, direct(folder, [(QUESTION, text) for text in texts]), strict=True))
    assert len(texts) == len(TEXTS)
    assert [one.memory.content for one in result.memories] == sorted(
        texts, key=lambda t: -scores[t]
    )
    assert result.reranked
    assert not result.degraded
    assert all(
        one.scores.rerank == pytest.approx(scores[one.memory.content], abs=1e-4)
        for one in result.memories
    )


@pytest.mark.parametrize("drive", ["run", "arun"])
async def test_too_slow_leaves_the_order_and_says_so(
    tiny: Make, store: PostgresMemoryStore, drive: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.aremember("ann", TEXTS)
    found = await store.arecall("ann", QUESTION)
    ranker = CrossEncoderReranker(tiny())
    ranker.load()
    encoder, gate = ranker._loaded, threading.Event()
    predict = encoder.predict

    def slow(pairs: list[tuple[str, str]]) -> Any:
        gate.wait(30)
        return predict(pairs)

    monkeypatch.setattr(encoder, "predict", slow)
    program = rerank(ranker, QUESTION, found, timeout_seconds=0.1)
    late = await arun(program) if drive == "arun" else await asyncio.to_thread(run, program)
    gate.set()
    assert late.memories == found.memories
    assert (late.degraded, late.reranked) == (True, False)
    assert "longer than 0.1 s" in (late.degraded_reason or "")
    in_time = await arun(rerank(ranker, QUESTION, found, timeout_seconds=30))
    assert in_time.reranked


def test_a_classifier_with_several_labels_is_no_re_ranker(tiny: Make) -> None:
    with pytest.raises(ModelError, match="tiny-3"):
        CrossEncoderReranker(tiny(labels=3)).score(QUESTION, TEXTS)


@pytest.mark.parametrize("name", ["cross-encoder/no-such-model", "/no/such/folder"])
def test_a_model_that_is_not_here_says_what_to_do(name: str) -> None:
    with pytest.raises(ConfigurationError, match="local folder"):
        CrossEncoderReranker(name).score(QUESTION, TEXTS)
