"""Nodes put plainly into the graph of a host."""

from __future__ import annotations

import operator
from typing import Annotated, Any

import pytest
from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command
from typing_extensions import TypedDict

from memory_graph.context import MemoryContext
from memory_graph.graph import build_remember_graph
from memory_graph.nodes.consolidate import make_consolidate
from memory_graph.nodes.extract import make_extract
from memory_graph.nodes.plan import make_plan
from memory_graph.settings import Settings
from memory_graph.state import MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.hosts.host import APPROVE, CONTEXT, PRIVATE, agent, chain, facts, nodes, talk


class OnlyMessages(TypedDict):
    """A host's state that knows nothing of memory."""

    messages: Annotated[list[AnyMessage], add_messages]


class WithMore(MessagesState):
    """A host's state with a key of its own."""

    notes: Annotated[list[str], operator.add]


@pytest.mark.parametrize("schema", [OnlyMessages, MessagesState, WithMore, MemoryState])
@pytest.mark.parametrize("with_context_schema", [True, False])
def test_nodes_added_plainly_keep_the_lineage(
    store: PostgresMemoryStore, settings: Settings, schema: Any, with_context_schema: bool
) -> None:
    options = {"context_schema": MemoryContext} if with_context_schema else {}
    app = chain(schema, nodes(settings), **options).compile(
        store=store, checkpointer=InMemorySaver()
    )
    first = talk(app, "I live in Oslo.", message_id="m1")
    assert first["messages"][-1].text
    values = app.get_state({"configurable": {"thread_id": "t1"}}).values
    assert values["lineage"] not in ("", "{}")
    assert values["recorded"] == values["messages"][-1].id

    paused = talk(app, PRIVATE, message_id="m2")
    assert len(paused["__interrupt__"]) == 1
    app.invoke(Command(resume=APPROVE), {"configurable": {"thread_id": "t1"}}, context=CONTEXT)
    later = app.get_state({"configurable": {"thread_id": "t1"}}).values
    assert later["lineage"] != values["lineage"]
    assert len(facts(store)) == 2
    assert "Oslo" in talk(app, "Where do I live?", "t2")["messages"][-1].text


def test_a_fork_in_a_host_is_followed(store: PostgresMemoryStore, settings: Settings) -> None:
    app = chain(MessagesState, nodes(settings)).compile(store=store, checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t1"}}
    talk(app, "I like green tea.", message_id="m1")
    before = app.get_state(config).config
    talk(app, "I live in Oslo.", message_id="m2")
    app.invoke({"messages": [HumanMessage("I live in Rome.", id="m2")]}, before, context=CONTEXT)
    known = " ".join(facts(store))
    assert "Rome" in known
    assert "tea" in known
    assert "Oslo" not in known


def test_only_some_nodes_will_do(store: PostgresMemoryStore, settings: Settings) -> None:
    parts = [make_extract(model="offline", settings=settings), make_plan(), make_consolidate()]
    app = chain(MessagesState, [("agent", agent), *[(one.name, one) for one in parts]]).compile(
        store=store, checkpointer=InMemorySaver()
    )
    talk(app, "I live in Oslo.")
    talk(app, "I like green tea.")
    assert len(facts(store)) == 2
    assert store.stats("ann").writes == 2


def test_two_halves_in_one_step_unite(store: PostgresMemoryStore, settings: Settings) -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(MemoryState, context_schema=MemoryContext)
    for name in ("one", "two"):
        half = build_remember_graph(model="offline", settings=settings).compile()
        builder.add_node(name, half)
        builder.add_edge(START, name)
    app = builder.compile(store=store, checkpointer=InMemorySaver())
    talk(app, "I live in Oslo.", message_id="m1")
    talk(app, "I like jazz.", message_id="m2")
    assert len(facts(store)) == 2
