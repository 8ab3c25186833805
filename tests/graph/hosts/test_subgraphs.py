"""The halves and the whole as subgraphs of a host."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import Command

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph, build_recall_graph, build_remember_graph
from memory_graph.settings import Settings
from memory_graph.state import MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.hosts.host import APPROVE, CONTEXT, PRIVATE, agent, facts, talk


def recall_then_remember(
    store: PostgresMemoryStore, settings: Settings, **options: Any
) -> StateGraph[Any, Any, Any, Any]:
    """A host with our two subgraphs around its own agent."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(MessagesState)
    builder.add_node("recall", build_recall_graph().compile(), **options)
    builder.add_node("agent", agent)
    builder.add_node(
        "remember", build_remember_graph(model="offline", settings=settings).compile(), **options
    )
    for source, target in (
        (START, "recall"), ("recall", "agent"), ("agent", "remember"), ("remember", END),
    ):  # fmt: skip
        builder.add_edge(source, target)
    return builder


@pytest.mark.parametrize("options", [{}, {"input_schema": MemoryState}], ids=["plain", "named"])
def test_subgraphs_keep_the_lineage(
    store: PostgresMemoryStore, settings: Settings, options: dict[str, Any]
) -> None:
    app = recall_then_remember(store, settings, **options).compile(
        store=store, checkpointer=InMemorySaver()
    )
    config: Any = {"configurable": {"thread_id": "t1"}}
    talk(app, "I like green tea.", message_id="m1")
    before = app.get_state(config).config
    first = app.get_state(config).values["lineage"]
    talk(app, "I live in Oslo.", message_id="m2")
    assert app.get_state(config).values["lineage"] not in (first, "", "{}")
    app.invoke({"messages": [HumanMessage("I live in Rome.", id="m2")]}, before, context=CONTEXT)
    known = " ".join(facts(store))
    assert "Rome" in known
    assert "tea" in known
    assert "Oslo" not in known


@pytest.mark.parametrize("options", [{}, {"input_schema": MemoryState}], ids=["plain", "named"])
async def test_subgraphs_pause_and_resume(
    store: PostgresMemoryStore, settings: Settings, options: dict[str, Any]
) -> None:
    app = recall_then_remember(store, settings, **options).compile(
        store=store, checkpointer=InMemorySaver()
    )
    config: Any = {"configurable": {"thread_id": "t1"}}
    paused = await app.ainvoke(
        {"messages": [HumanMessage(PRIVATE, id="m1")]}, config, context=CONTEXT
    )
    assert len(paused["__interrupt__"]) == 1
    await app.ainvoke(Command(resume=APPROVE), config, context=CONTEXT)
    again = await app.ainvoke(
        {"messages": [HumanMessage("I live in Oslo.", id="m2")]}, config, context=CONTEXT
    )
    assert "__interrupt__" not in again
    stored = await store.alist_memories("ann", tiers=["semantic"])
    assert len(stored) == 2
    assert (await store.astats("ann")).writes == 2


def test_the_remember_subgraph_forgets_the_reviews_of_earlier_turns(
    store: PostgresMemoryStore, settings: Settings
) -> None:
    app = build_remember_graph(model="offline", settings=settings).compile(
        store=store, checkpointer=InMemorySaver()
    )
    config: Any = {"configurable": {"thread_id": "t1"}}
    talk(app, PRIVATE, message_id="m1")
    words = {"decisions": [{"type": "respond", "message": "I am allergic to walnuts."}]}
    app.invoke(Command(resume=words), config, context=CONTEXT)
    asked = app.get_state(config).tasks[0].interrupts[0].value["action_requests"]
    app.invoke(
        Command(resume={"decisions": [{"type": "reject"}] * len(asked)}), config, context=CONTEXT
    )
    talk(app, "I live in Oslo.", message_id="m2")
    values = app.get_state(config).values
    assert len(values["candidates"]) == 1
    assert not values["decisions"].get("feedback")
    assert len(facts(store)) == 1
    assert "Oslo" in facts(store)[0]


def test_a_remember_graph_alone_reads_the_last_turn(
    store: PostgresMemoryStore, settings: Settings
) -> None:
    app = build_remember_graph(model="offline", settings=settings).compile(
        store=store, checkpointer=InMemorySaver()
    )
    conversation = [
        HumanMessage("I like coffee.", id="m0"), AIMessage("Fine.", id="a0"),
        HumanMessage("I live in Oslo.", id="m1"), AIMessage("Good.", id="a1"),
    ]  # fmt: skip
    config: Any = {"configurable": {"thread_id": "t1"}}
    app.invoke({"messages": conversation}, config, context=CONTEXT)
    app.invoke(
        {"messages": [HumanMessage("I like green tea.", id="m2"), AIMessage("Yes.", id="a2")]},
        config, context=CONTEXT,
    )  # fmt: skip
    known = " ".join(facts(store))
    assert "Oslo" in known
    assert "tea" in known
    assert store.stats("ann").writes == 2


@pytest.mark.parametrize("schema", [MessagesState, MemoryState])
def test_the_whole_graph_as_a_node_keeps_the_lineage(
    store: PostgresMemoryStore, settings: Settings, schema: Any
) -> None:
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(schema, context_schema=MemoryContext)
    inner = build_memory_graph(model="offline", settings=settings).compile()
    builder.add_node("memory", inner, input_schema=MemoryState)
    builder.add_edge(START, "memory")
    app = builder.compile(store=store, checkpointer=InMemorySaver())
    talk(app, "I live in Oslo.", message_id="m1")
    talk(app, "I like jazz.", message_id="m2")
    assert len(facts(store)) == 2
