"""Steps that run again or side by side, and how a lineage grows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import RetryPolicy

from memory_graph import build_memory_graph, build_remember_graph, lineage
from memory_graph.context import MemoryContext
from memory_graph.effects import run
from memory_graph.errors import StoreUnavailableError
from memory_graph.settings import Settings
from memory_graph.stores.branch import Branch, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Turn


def test_a_retried_commit_writes_once(
    store: PostgresMemoryStore, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = build_memory_graph(model="offline", settings=settings, strict=True)
    builder.nodes["consolidate"].retry_policy = RetryPolicy(
        initial_interval=0.01, max_attempts=3, retry_on=StoreUnavailableError
    )
    app = builder.compile(store=store, checkpointer=InMemorySaver())
    plain = store.commit_program
    numbers: list[int | None] = []

    def lost_twice(todo: Commit) -> Any:
        result = yield from plain(todo)
        numbers.append(result.number)
        if len(numbers) < 3:
            raise StoreUnavailableError("the answer was lost on the way")
        return result

    monkeypatch.setattr(store, "commit_program", lost_twice)
    given = {"messages": [HumanMessage("I live in Oslo.", id="m1")]}
    done = app.invoke(
        given, {"configurable": {"thread_id": "t1"}}, context=MemoryContext(user_id="ann")
    )
    assert done["written"]["already"]
    assert len(numbers) == 3
    assert len(set(numbers)) == 1
    assert store.stats("ann").writes == 1
    assert len(store.list_memories("ann", kinds=["turn"])) == 2


class Shared(MessagesState):
    """A host whose two branches join their lineages."""

    lineage: Annotated[str, lineage.union]


def test_two_remember_subgraphs_in_one_step_unite(
    store: PostgresMemoryStore, settings: Settings
) -> None:
    remember = build_remember_graph(model="offline", settings=settings).compile()

    def listener(text: str) -> Any:
        def node(state: Shared) -> dict[str, Any]:
            heard: Any = {"messages": [HumanMessage(text, id=text)], "lineage": state["lineage"]}
            return {"lineage": remember.invoke(heard)["lineage"]}

        return node

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(Shared, context_schema=MemoryContext)
    for name, text in (("left", "I live in Oslo."), ("right", "I like green tea.")):
        builder.add_node(name, listener(text))
        builder.add_edge(START, name)
        builder.add_edge(name, END)
    app = builder.compile(store=store, checkpointer=InMemorySaver())
    given: Any = {"messages": [HumanMessage("go", id="m1")], "lineage": "{}"}
    done = app.invoke(
        given, {"configurable": {"thread_id": "t1"}}, context=MemoryContext(user_id="ann")
    )
    ranges = lineage.parse(done["lineage"])
    assert sum(high - low for low, high in ranges) == 2
    facts = " ".join(one.content for one in store.list_memories("ann", tiers=["semantic"]))
    assert "Oslo" in facts
    assert "tea" in facts
    assert store.stats("ann").trees == 1


@pytest.mark.slow
def test_a_lineage_grows_with_forks_and_not_with_turns(store: PostgresMemoryStore) -> None:
    def turn(number: int, before: str) -> str:
        text = f"turn {number}"
        todo = Commit(
            "ann", Branch("t1", f"{number:06}", before), covered=(cover(text, text),),
            turns=(Turn(role="user", content=text, message_id=text, said_at=datetime.now(UTC)),),
        )  # fmt: skip
        result: str = run(store.commit_program(todo)).lineage
        return result

    held = "{}"
    for number in range(500):
        held = turn(number, held)
    assert sum(high - low for low, high in lineage.parse(held)) == 500
    assert len(held) < 60
    fork = held
    for number in range(500, 503):
        turn(number, fork)
        held = turn(number + 100, held)
    assert len(lineage.parse(held)) == 4
    assert len(held) < 200
