"""A chat model extracts, or is down."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage

from memory_graph.answers import StructuredAnswer
from memory_graph.effects import Effect, Program
from memory_graph.errors import ModelError
from memory_graph.ingest import ingest_file
from memory_graph.prompts.extract_reply import ExtractReply
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.ingest.talk import TALK, everything, lines, options, written

pytestmark = pytest.mark.own_database


def test_a_model_that_is_down_stops_the_run(
    store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> Program[None]:
        yield Effect(lambda: None, lambda: asyncio.sleep(0))
        raise ModelError("down")

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("memory_graph.ingest.extract.structured", failing)
    path = written(tmp_path, lines(TALK))
    with pytest.raises(ModelError):
        ingest_file(store, path, options(model="openai:gpt-5-mini", batch=1))
    report = ingest_file(store, path, options(model="openai:gpt-5-mini", batch=5))
    assert report.turns == 10
    assert report.fallbacks == 2
    assert len([one for one in everything(store) if one.kind == "turn"]) == 10


def test_a_model_extracts_with_evidence(
    store: PostgresMemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answering(_: object, messages: list[BaseMessage], *__: object, **___: object) -> Any:
        asked.append(str(messages[-1].content))
        yield Effect(lambda: None, lambda: asyncio.sleep(0))
        note = {"kind": "fact", "content": "The user lives in Turin.", "confidence": 0.9}
        spans = [("m4", "I live in Turin now"), ("m3", "never said"), ("m2", "keep that in mind")]
        items = [{**note, "message_id": one, "span": span} for one, span in spans]
        return StructuredAnswer(ExtractReply.model_validate({"items": items}), partial=False)

    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("memory_graph.ingest.extract.structured", answering)
    values = [{**one, "id": f"m{number}"} for number, one in enumerate(lines(TALK[4:]))]
    found = options(model="openai:gpt-5-mini", batch=50)
    report = ingest_file(store, written(tmp_path, values), found)
    assert report.memories["added"] == 1
    assert [one.content for one in everything(store) if one.kind == "fact"] == [
        "The user lives in Turin."
    ]
    (prompt,) = asked
    assert "I will keep that in mind" not in prompt  # the assistant's words are no evidence
    assert ingest_file(store, written(tmp_path, values), found).new_turns == 0
    assert len(asked) == 1  # what is done is not asked again
