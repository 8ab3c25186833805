"""A chat model that is slow, fails, or answers what can not be read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.errors import ConfigurationError, ModelError
from memory_graph.graph import build_memory_graph
from memory_graph.nodes.generate import make_generate
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat
from tests.graph.chat_models.served import MODEL, OSLO, noted


def test_a_rate_limit_is_waited_out(
    online: Chat, openai_server: Any, behaviour: Callable[..., Any]
) -> None:
    openai_server.script(behaviour(status=429))
    openai_server.plain("Nice!")
    openai_server.script(behaviour(status=429))
    openai_server.data(noted(OSLO))
    result = online.say(OSLO, message_id="m1")
    assert result["messages"][-1].text == "Nice!"
    assert online.contents() == [OSLO]
    assert len(openai_server.requests) == 4


@pytest.mark.parametrize("status", [401, 404, 500])
def test_a_model_that_fails_for_good_is_replaced_by_the_rules(
    online: Chat,
    openai_server: Any,
    behaviour: Callable[..., Any],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    monkeypatch.setattr("openai._base_client.MAX_RETRY_DELAY", 0.01)
    openai_server.always = behaviour(status=status)
    with caplog.at_level(logging.WARNING):
        result = online.say(OSLO, message_id="m1")
    reply = result["messages"][-1]
    assert "Oslo" in reply.text
    assert str(status) in reply.response_metadata["degraded"]
    assert {"reason": "model_failed"} in result["dropped"]
    assert len(online.contents()) == 1
    assert any("rules extract instead" in one for one in caplog.messages)
    assert "Oslo" not in caplog.text


def test_without_fallback_a_failure_is_an_error_and_nothing_is_stored(
    store: PostgresMemoryStore,
    settings: Settings,
    make_chat: Callable[..., Chat],
    openai_server: Any,
    behaviour: Callable[..., Any],
) -> None:
    openai_server.always = behaviour(status=404)
    builder = build_memory_graph(model=MODEL, settings=settings)
    strict = make_generate(model=MODEL, settings=settings, fallback=False)
    del builder.nodes["generate"]
    builder.add_node("generate", strict)
    chat = replace(make_chat(), app=builder.compile(store=store))
    with pytest.raises(ModelError, match="404"):
        chat.app.invoke(chat.said(OSLO, "m1"), context=chat.context)
    assert store.list_memories("ann") == []


@pytest.mark.parametrize("broken", ["{nonsense", '"items"', ""])
def test_unreadable_extractions_are_asked_for_once_more(
    online: Chat, openai_server: Any, broken: str
) -> None:
    openai_server.plain("ok")
    openai_server.data(broken)
    openai_server.data(noted(OSLO, content="The user lives in Oslo, says the model."))
    result = online.say(OSLO, message_id="m1")
    assert len(openai_server.requests) == 3
    assert online.contents() == ["The user lives in Oslo, says the model."]
    assert result["dropped"] == []


def test_after_two_unreadable_extractions_the_rules_take_over(
    online: Chat, openai_server: Any
) -> None:
    openai_server.plain("ok")
    openai_server.data("{nonsense")
    openai_server.data("still nonsense")
    result = online.say(OSLO, message_id="m1")
    assert result["messages"][-1].text == "ok"
    assert "degraded" not in result["messages"][-1].response_metadata
    assert {"reason": "model_failed"} in result["dropped"]
    assert len(online.contents()) == 1
    assert len(openai_server.requests) == 3


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"span": "I live in Paris."}, "no_evidence"),
        ({"message_id": "m77"}, "unknown_message"),
        ({"content": "用户住在奥斯陆。"}, "language_changed"),
        ({"event_from": "whenever"}, "bad_time"),
        ({"content": " \n"}, "empty"),
    ],
)
def test_one_bad_item_does_not_cost_the_others(
    online: Chat, openai_server: Any, fields: dict[str, Any], reason: str
) -> None:
    good, bad = noted(OSLO)["items"][0], {**noted(OSLO)["items"][0], **fields}
    openai_server.plain("ok")
    openai_server.data({"items": [bad, good]})
    result = online.say(OSLO, message_id="m1")
    assert [one["reason"] for one in result["dropped"]] == [reason]
    assert online.contents() == [OSLO]


def test_a_cut_extraction_keeps_what_is_whole_and_says_so(
    online: Chat, openai_server: Any, behaviour: Callable[..., Any]
) -> None:
    whole = '{"items": [{"message_id": "m1", "span": "I live in Oslo.", "kind": "fact", '
    whole += '"content": "The user lives in Oslo.", "confidence": 0.95}, {"message_id": "m1", "sp'
    openai_server.plain("ok")
    openai_server.script(behaviour(arguments=whole, finish="length"))
    result = online.say(OSLO, message_id="m1")
    assert online.contents() == ["The user lives in Oslo."]
    assert {"reason": "answer_cut"} in result["dropped"]


def test_a_model_that_is_too_slow_is_replaced(
    make_chat: Callable[..., Chat],
    settings: Settings,
    openai_server: Any,
    behaviour: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    monkeypatch.setattr("openai._base_client.MAX_RETRY_DELAY", 0.01)
    openai_server.always = behaviour(text="late", delay=5.0)
    chat = make_chat(model=MODEL, settings=replace(settings, model_timeout_seconds=0.15))
    result = chat.say(OSLO, message_id="m1")
    degraded = result["messages"][-1].response_metadata["degraded"]
    assert "too slow" in degraded
    assert len(chat.contents()) == 1
    openai_server.released.set()


@pytest.mark.parametrize("model", [MODEL, "nosuch:model", "openai:", "", "gpt"])
def test_a_model_that_is_not_set_up_is_told_before_anything_is_stored(
    make_chat: Callable[..., Chat], model: str
) -> None:
    chat = make_chat(model=model)
    with pytest.raises(ConfigurationError, match=r"OPENAI_API_KEY|provider|MEMORY_GRAPH_MODEL"):
        chat.say(OSLO, message_id="m1")
    assert chat.store.list_memories("ann") == []
    assert chat.store.stats("ann").writes == 0


def test_an_extractor_that_is_not_set_up_stores_nothing(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(model="offline", extract_model=MODEL)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        chat.say(OSLO, message_id="m1")
    assert chat.store.list_memories("ann") == []
