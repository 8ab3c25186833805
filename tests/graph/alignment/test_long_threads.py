"""A thread of thousands of turns on the real runtime: only forks make its lineage grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from langchain_core.messages import HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.types import StateSnapshot

from memory_graph import lineage
from memory_graph.context import MemoryContext
from memory_graph.nodes.consolidate import make_consolidate
from memory_graph.state import MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore

TURNS = 5000
CONTEXT = MemoryContext(user_id="ann")
HEAD: RunnableConfig = {"configurable": {"thread_id": "t1"}}
Talk = Callable[..., StateSnapshot]


@pytest.fixture
def talk(store: PostgresMemoryStore) -> Talk:
    """Say so many things in a row, at the head or at a checkpoint; gives the new head.

    Of the graph only the node that writes is there, and the turns share a run, which keeps one
    checkpoint: a run of the whole graph for each would take minutes.
    """
    left = said = 0

    def listen(state: MemoryState) -> dict[str, Any]:
        nonlocal left, said
        left, said = left - 1, said + 1
        return {"messages": [RemoveMessage(REMOVE_ALL_MESSAGES), HumanMessage(f"turn {said}")]}

    def after(state: MemoryState) -> Literal["listen", "__end__"]:
        return "listen" if left else "__end__"

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("listen", listen)
    builder.add_node("consolidate", make_consolidate())
    builder.add_edge(START, "listen")
    builder.add_edge("listen", "consolidate")
    builder.add_conditional_edges("consolidate", after)
    app = builder.compile(store=store, checkpointer=InMemorySaver())

    def say(turns: int, config: RunnableConfig = HEAD) -> StateSnapshot:
        nonlocal left
        left = turns
        where: RunnableConfig = {**config, "recursion_limit": 2 * turns + 1}
        app.invoke({"messages": []}, where, context=CONTEXT, durability="exit")
        return app.get_state(HEAD)

    return say


def held(head: StateSnapshot) -> str:
    """The lineage as the checkpoint keeps it."""
    text: str = head.values["lineage"]
    return text


def size(head: StateSnapshot) -> int:
    """Bytes of a lineage."""
    return len(held(head).encode())


def writes(head: StateSnapshot) -> int:
    return sum(high - low for low, high in lineage.parse(held(head)))


@pytest.mark.slow
def test_a_lineage_is_small_after_thousands_of_turns_and_grows_with_forks(
    talk: Talk, store: PostgresMemoryStore
) -> None:
    early = talk(TURNS // 2)
    head = talk(TURNS - TURNS // 2)
    assert writes(head) == TURNS
    assert len(lineage.parse(held(head))) == 1
    assert size(head) < 60

    one_range = len(f"{held(early)[1:-1]},")  # as many digits as the numbers of this tree have
    fork = talk(3, early.config)
    assert writes(fork) == TURNS // 2 + 3
    assert len(lineage.parse(held(fork))) == 2
    for ranges in (3, 4, 5):
        talk(2, early.config)  # speaks on another branch, so that the numbers have a gap
        before, fork = fork, talk(2, fork.config)
        assert len(lineage.parse(held(fork))) == ranges
        assert size(fork) - size(before) <= one_range
        further = talk(20)
        assert len(lineage.parse(held(further))) == ranges
        fork = further
    assert size(fork) < 200
    stats = store.stats("ann")
    assert (stats.trees, stats.forked) == (1, 1)
