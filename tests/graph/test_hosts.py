"""Our nodes and subgraphs in graphs of others, whose state knows nothing of memory."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command
from typing_extensions import TypedDict

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError, InputError
from memory_graph.graph import build_memory_graph, build_recall_graph, build_remember_graph
from memory_graph.nodes.compact import make_compact
from memory_graph.nodes.confirm import make_confirm
from memory_graph.nodes.consolidate import make_consolidate
from memory_graph.nodes.extract import make_extract
from memory_graph.nodes.generate import make_generate
from memory_graph.nodes.observe import make_observe
from memory_graph.nodes.plan import make_plan
from memory_graph.nodes.retrieve import make_retrieve
from memory_graph.settings import Settings
from memory_graph.state import MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

PRIVATE = "I am allergic to peanuts."
APPROVE = {"decisions": [{"type": "approve"}]}
CONTEXT = MemoryContext(user_id="ann")


class OnlyMessages(TypedDict):
    """A host's state that knows nothing of memory."""

    messages: Annotated[list[AnyMessage], add_messages]


class WithMore(MessagesState):
    """A host's state with a key of its own."""

    notes: Annotated[list[str], operator.add]


def nodes(settings: Settings) -> list[Any]:
    return [
        make_observe(), make_retrieve(), make_generate(model="offline"),
        make_extract(model="offline", settings=settings), make_plan(), make_confirm(),
        make_consolidate(), make_compact(model="offline", settings=settings),
    ]  # fmt: skip


def chain(schema: Any, parts: list[Any], **options: Any) -> StateGraph[Any, Any, Any, Any]:
    """A host that runs the parts one after the other, each added plainly."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(schema, **options)
    builder.add_sequence(parts)
    first = parts[0] if isinstance(parts[0], tuple) else (parts[0].name, parts[0])
    builder.add_edge(START, first[0])
    return builder


def talk(app: Any, text: str, thread: str = "t1", message_id: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = app.invoke(
        {"messages": [HumanMessage(text, id=message_id)]},
        {"configurable": {"thread_id": thread}},
        context=CONTEXT,
    )
    return found


def facts(store: PostgresMemoryStore, user: str = "ann") -> list[str]:
    return sorted(one.content for one in store.list_memories(user, tiers=["semantic"]))


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
    app = chain(MessagesState, [("agent", _agent), *[(one.name, one) for one in parts]]).compile(
        store=store, checkpointer=InMemorySaver()
    )
    talk(app, "I live in Oslo.")
    talk(app, "I like green tea.")
    assert len(facts(store)) == 2
    assert store.stats("ann").writes == 2


def _agent(state: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(f"You said: {state['messages'][-1].text}")]}


def recall_then_remember(
    store: PostgresMemoryStore, settings: Settings, **options: Any
) -> StateGraph[Any, Any, Any, Any]:
    """A host with our two subgraphs around its own agent."""
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(MessagesState)
    builder.add_node("recall", build_recall_graph().compile(), **options)
    builder.add_node("agent", _agent)
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
