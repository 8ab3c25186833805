"""What the tests of hosts share: states of hosts, and a chain of our nodes in one."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.nodes.compact import make_compact
from memory_graph.nodes.confirm import make_confirm
from memory_graph.nodes.consolidate import make_consolidate
from memory_graph.nodes.extract import make_extract
from memory_graph.nodes.generate import make_generate
from memory_graph.nodes.observe import make_observe
from memory_graph.nodes.plan import make_plan
from memory_graph.nodes.retrieve import make_retrieve
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

PRIVATE = "I am allergic to peanuts."

APPROVE = {"decisions": [{"type": "approve"}]}

CONTEXT = MemoryContext(user_id="ann")


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


def agent(state: MessagesState) -> dict[str, Any]:
    return {"messages": [AIMessage(f"You said: {state['messages'][-1].text}")]}
