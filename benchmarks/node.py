"""The ``retrieve`` node as a graph runs it: analysis, recall and packing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph

from benchmarks.asking import WARM
from benchmarks.corpus import NOW, Question
from memory_graph.context import MemoryContext
from memory_graph.nodes.retrieve import make_retrieve
from memory_graph.state import MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore


def retrieve_times(store: PostgresMemoryStore, asked: Sequence[Question]) -> dict[str, list[float]]:
    """Seconds of the node alone, and of the graph that holds nothing else."""
    node, spent = make_retrieve(store=store), []

    def timed_node(state: MemoryState, config: RunnableConfig) -> Any:
        start = time.perf_counter()
        update = node.invoke(state, config)
        spent.append(time.perf_counter() - start)
        return update

    builder: Any = StateGraph(MemoryState, context_schema=MemoryContext)
    builder.add_node("retrieve", timed_node, input_schema=MemoryState)
    builder.add_edge(START, "retrieve")
    builder.add_edge("retrieve", END)
    app = builder.compile()
    whole = [_one(app, question) for question in [*asked[:WARM], *asked]][-len(asked) :]
    return {"retrieve_node": spent[-len(asked) :], "retrieve_graph": whole}


def _one(app: Any, question: Question) -> float:
    state = {
        "messages": [HumanMessage(question.text, id="m")],
        "sensory": {"text": question.text, "language": question.language, "route": "recall",
                    "said_at": NOW.isoformat(), "message_id": "m"},
    }  # fmt: skip
    start = time.perf_counter()
    found = app.invoke(state, context=MemoryContext(user_id=question.scope))
    took = time.perf_counter() - start
    if found["recalled"].get("degraded") or not found["recalled"]["memories"]:
        raise AssertionError(f"nothing was recalled for {question.text!r}")
    return took
