"""The real OpenAI client against a loopback server: plain, streamed, structured, and failing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel, FakeListChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, Field

from memory_graph.effects import arun, run
from memory_graph.errors import ConfigurationError, ModelError
from memory_graph.models import METHODS, resolve_model, structured

ASK = [SystemMessage("List fruit."), HumanMessage("What fruit is there, dear secretword?")]
TWO = {"items": [{"name": "plum", "count": 2}, {"name": "梨", "count": 1}]}
CUT = '{"items": [{"name": "plum", "count": 2}, {"name": "梨", "count": 1}, {"name": "ap'


class Fruit(BaseModel):
    name: str = Field(max_length=20)
    count: int


class Basket(BaseModel):
    """Fruit."""

    items: list[Fruit] = Field(max_length=4)


def made(**options: Any) -> BaseChatModel:
    return resolve_model("openai:test-model", **{"max_retries": 1, **options})


def names(basket: Basket) -> list[str]:
    return [fruit.name for fruit in basket.items]


async def test_plain_answers_in_both_modes_and_streamed(openai_server: Any) -> None:
    model = made()
    for _ in range(4):
        openai_server.plain("你好 there")
    assert model.invoke("hi").content == "你好 there"
    assert (await model.ainvoke("hi")).content == "你好 there"
    parts = [str(chunk.content) for chunk in model.stream("hi")]
    assert "".join(parts) == "你好 there"
    assert len(parts) > 3
    aparts = [str(chunk.content) async for chunk in model.astream("hi")]
    assert "".join(aparts) == "你好 there"
    assert [bool(request.get("stream")) for request in openai_server.requests] == [
        False,
        False,
        True,
        True,
    ]


def test_a_tool_call_comes_through(openai_server: Any, behaviour: Any) -> None:
    openai_server.script(behaviour(arguments='{"city": "Oslo"}', tool="weather"))
    tool = {
        "type": "function",
        "function": {"name": "weather", "description": "d", "parameters": {"type": "object"}},
    }
    reply: Any = made().bind_tools([tool]).invoke("weather in Oslo?")
    assert [(call["name"], call["args"]) for call in reply.tool_calls] == [
        ("weather", {"city": "Oslo"})
    ]


@pytest.mark.parametrize("method", METHODS)
async def test_every_method_gives_the_same_value(openai_server: Any, method: str) -> None:
    openai_server.data(TWO)
    openai_server.data(TWO)
    sync = run(structured(made(), ASK, Basket, method=method))
    asyn = await arun(structured(made(), ASK, Basket, method=method))
    assert sync == asyn
    assert (names(sync.value), sync.partial, sync.attempts) == (["plum", "梨"], False, 1)
    asked = openai_server.requests[0]
    assert ("tools" in asked) == (method == "function_calling")
    assert ("response_format" in asked) == method.startswith("json")
    assert "maxItems" in json.dumps(asked)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("finish", ["stop", "length"])
def test_a_cut_answer_keeps_its_complete_items(
    openai_server: Any, behaviour: Any, method: str, finish: str
) -> None:
    openai_server.script(behaviour(arguments=CUT, finish=finish))
    answer = run(structured(made(), ASK, Basket, method=method))
    assert names(answer.value) == ["plum", "梨"]
    assert (answer.partial, answer.reason) == (True, "cut")
    assert len(openai_server.requests) == 1


@pytest.mark.parametrize("method", METHODS)
def test_nonsense_is_asked_again_once(openai_server: Any, method: str) -> None:
    openai_server.data("sorry, I can't")
    openai_server.data(TWO)
    answer = run(structured(made(), ASK, Basket, method=method))
    assert (names(answer.value), answer.attempts) == (["plum", "梨"], 2)
    assert "could not be read" in openai_server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "nonsense", ["sorry", "", "{", '{"fruit": []}', '{"items": "plum"}', "null", "[1, 2]"]
)
async def test_nonsense_twice_is_an_error(openai_server: Any, method: str, nonsense: str) -> None:
    openai_server.data(nonsense)
    openai_server.data(nonsense)
    with pytest.raises(ModelError, match="twice") as caught:
        await arun(structured(made(), ASK, Basket, method=method))
    assert len(openai_server.requests) == 2
    assert "secretword" not in str(caught.value)


def test_an_empty_list_is_an_answer(openai_server: Any) -> None:
    openai_server.data({"items": []})
    answer = run(structured(made(), ASK, Basket, method="function_calling"))
    assert (answer.value.items, answer.partial) == ([], False)


def test_items_that_do_not_fit_cost_only_themselves(openai_server: Any) -> None:
    openai_server.data(
        {"items": [{"name": "plum", "count": 2}, {"name": "x" * 50, "count": 1}, {"count": 3}]}
    )
    answer = run(structured(made(), ASK, Basket, method="function_calling"))
    assert names(answer.value) == ["plum"]
    assert (answer.partial, answer.reason) == (True, "invalid_items")


def test_the_retry_speaks_the_language_of_the_prompt(openai_server: Any) -> None:
    openai_server.data("嗯")
    openai_server.data(TWO)
    run(structured(made(), [SystemMessage("列出水果。"), *ASK[1:]], Basket, method="text"))
    assert "请重新回答" in openai_server.requests[1]["messages"][-1]["content"]


def test_a_rate_limit_is_waited_out(openai_server: Any, behaviour: Any) -> None:
    openai_server.script(behaviour(status=429))
    openai_server.data(TWO)
    answer = run(structured(made(), ASK, Basket, method="function_calling"))
    assert (len(answer.value.items), answer.attempts) == (2, 1)
    assert len(openai_server.requests) == 2


@pytest.mark.parametrize(
    ("status", "advice"),
    [(500, "later"), (429, "rate limit"), (401, "API key"), (404, "base URL"), (400, "METHOD")],
)
async def test_a_lasting_failure_names_its_status(
    openai_server: Any, behaviour: Any, status: int, advice: str
) -> None:
    openai_server.always = behaviour(status=status)
    with pytest.raises(ModelError, match=f"status {status}.*{advice}") as caught:
        await arun(structured(made(max_retries=0), ASK, Basket, method="function_calling"))
    assert "secretword" not in str(caught.value)


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_slow_server_is_an_error(
    openai_server: Any, behaviour: Any, asynchronous: bool
) -> None:
    openai_server.always = behaviour(text="late", delay=5)
    program = structured(
        made(timeout_seconds=0.2, max_retries=0), ASK, Basket, method="function_calling"
    )
    with pytest.raises(ModelError, match="too slow"):
        await arun(program) if asynchronous else run(program)


async def test_a_body_that_is_no_json_is_asked_again(openai_server: Any, behaviour: Any) -> None:
    openai_server.script(behaviour(body="<html>busy</html>"))
    openai_server.data(TWO)
    answer = await arun(structured(made(), ASK, Basket, method="function_calling"))
    assert (len(answer.value.items), answer.attempts) == (2, 2)


def test_no_server_is_an_error(openai_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(ModelError, match="is the server up"):
        run(structured(made(max_retries=0), ASK, Basket, method="text"))
    assert openai_server.requests == []


def test_a_model_passes_unchanged() -> None:
    model = FakeListChatModel(responses=["x"])
    assert resolve_model(model) is model


def test_the_offline_model_needs_no_key() -> None:
    assert isinstance(resolve_model("offline"), BaseChatModel)


def test_any_model_can_answer_in_text() -> None:
    model = FakeListChatModel(responses=["Here:\n```json\n" + json.dumps(TWO) + "\n```"])
    assert names(run(structured(model, ASK, Basket, method="text")).value) == ["plum", "梨"]


@pytest.mark.parametrize(
    ("act", "hint"),
    [
        (lambda: resolve_model("openai:gpt-x"), "OPENAI_API_KEY.*OPENAI_BASE_URL"),
        (lambda: resolve_model("nosuch:model"), "provider:model"),
        (lambda: resolve_model("gpt-4o"), "'openai:gpt-4o'"),
        (lambda: resolve_model("nosuchmodel"), "names no provider.*'provider:nosuchmodel'"),
        (lambda: resolve_model("cohere:command-r"), "langchain-cohere"),
        (lambda: resolve_model("openai:"), "MEMORY_GRAPH_MODEL"),
        (lambda: resolve_model(""), "MEMORY_GRAPH_MODEL"),
        (lambda: resolve_model("  "), "MEMORY_GRAPH_MODEL"),
        (
            lambda: run(
                structured(FakeListChatModel(responses=["x"]), ASK, Basket, method="json_schema")
            ),
            "METHOD=text",
        ),
        (
            lambda: run(structured(FakeListChatModel(responses=["x"]), ASK, Basket, method="xml")),
            "xml.*function_calling",
        ),
    ],
)
def test_what_is_missing_is_named(
    act: Callable[[], object], hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ADMIN_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigurationError, match=hint):
        act()
