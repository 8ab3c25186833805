"""Who is asked for: context, configurable, thread ids, the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState
from langgraph.store.memory import InMemoryStore
from typing_extensions import TypedDict

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError, InputError
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat
from tests.graph.hosts.host import CONTEXT, chain, facts, nodes, talk


def test_a_thread_id_may_be_a_uuid_or_a_number(
    store: PostgresMemoryStore, settings: Settings
) -> None:
    app = build_memory_graph(model="offline", settings=settings).compile(
        store=store, checkpointer=InMemorySaver()
    )
    for thread in (uuid4(), 7):
        config: Any = {"configurable": {"thread_id": thread}}
        for number, text in enumerate(("I live in Oslo.", "I like jazz.")):
            given = {"messages": [HumanMessage(text, id=f"m{number}")]}
            app.invoke(given, config, context=CONTEXT)
    assert len(facts(store)) == 2


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"context": MemoryContext(user_id="ann")}, "ann"),
        ({"context": {"user_id": "ann"}}, "ann"),
        ({"context": {"user_id": "ann", "timezone": "Asia/Shanghai"}}, "ann"),
        ({"config": {"user_id": "ann"}}, "ann"),
        ({"config": {"user_id": "007"}}, "007"),
        ({"context": {"user_id": "ann"}, "config": {"user_id": "bob"}}, "ann"),
    ],
)
def test_the_user_comes_from_the_context_or_from_configurable(
    make_chat: Callable[..., Chat], given: dict[str, Any], expected: str
) -> None:
    chat = make_chat()
    config = chat.where("t1", **given.get("config", {}))
    chat.app.invoke(chat.said("I live in Oslo.", "m1"), config, context=given.get("context"))
    assert len(facts(chat.store, expected)) == 1


@dataclass
class HostContext:
    """What a host passes for its own purposes; ours is a part of it."""

    user_id: str
    database: str = "elsewhere"


class HostMapping(TypedDict):
    """The same as a mapping."""

    user_id: str
    database: str


@pytest.mark.parametrize(
    ("schema", "context"),
    [(HostContext, HostContext("ann")), (HostMapping, {"user_id": "ann", "database": "elsewhere"})],
)
def test_a_hosts_own_context_is_read(
    store: PostgresMemoryStore, settings: Settings, schema: Any, context: Any
) -> None:
    app = chain(MessagesState, nodes(settings), context_schema=schema).compile(
        store=store, checkpointer=InMemorySaver()
    )
    app.invoke(
        {"messages": [HumanMessage("I live in Oslo.")]},
        {"configurable": {"thread_id": "t1"}},
        context=context,
    )
    assert len(facts(store)) == 1


@pytest.mark.parametrize(
    ("context", "complaint"),
    [
        (None, "no user_id: pass context="),
        ({}, "no user_id"),
        ({"user_id": "ann", "timezone": "Mars/Base"}, "'Mars/Base' is unknown"),
        (MemoryContext(user_id="  "), "no user_id"),
    ],
)
def test_a_missing_user_or_zone_is_told_before_anything_is_spent(
    make_chat: Callable[..., Chat], store_calls: list[str], context: Any, complaint: str
) -> None:
    chat = make_chat()
    with pytest.raises(InputError, match=complaint):
        chat.app.invoke(chat.said("I live in Oslo.", "m1"), chat.where("t1"), context=context)
    assert store_calls == []


@pytest.mark.parametrize(
    ("context", "complaint"),
    [
        ({"user_id": "ann", "usr": "x"}, "usr"),
        ({"user_id": 7}, "user_id"),
        ({"user_id": "ann", "oversight": "sometimes"}, "oversight"),
        ({"user_id": "ann", "token_budget": 1}, "token_budget"),
        ({"user_id": "ann", "as_of": "2026-01-01T00:00:00"}, "as_of"),
    ],
)
def test_a_wrong_context_names_the_field(
    make_chat: Callable[..., Chat], context: Any, complaint: str
) -> None:
    chat = make_chat()
    with pytest.raises(ValueError, match=complaint):
        chat.app.invoke(chat.said("I live in Oslo.", "m1"), chat.where("t1"), context=context)


def test_a_foreign_store_is_refused_with_the_way_out(settings: Settings) -> None:
    app = build_memory_graph(model="offline", settings=settings).compile(store=InMemoryStore())
    with pytest.raises(ConfigurationError, match=r"InMemoryStore.*PostgresMemoryStore"):
        app.invoke({"messages": [HumanMessage("I live in Oslo.")]}, context=CONTEXT)


def test_a_store_given_to_the_nodes_wins(store: PostgresMemoryStore, settings: Settings) -> None:
    app = build_memory_graph(model="offline", settings=settings, store=store).compile(
        store=InMemoryStore(), checkpointer=InMemorySaver()
    )
    talk(app, "I live in Oslo.")
    assert len(facts(store)) == 1
