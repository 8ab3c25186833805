"""A turn: what memory adds to it, beside the same graph without the nodes from retrieve to compact.

Model and embedding answer at once. Both graphs take turns, one each, over the same messages in
threads of their own, with checkpoints in the same database and, for comparison, in memory. The
user has a thousand memories.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph import END, START, StateGraph

from benchmarks.common import database, milliseconds, options, server, show
from benchmarks.loading import Loader, open_store
from benchmarks.talk import KINDS, OPENING, InstantModel, Kind
from benchmarks.watch import Seen, watched
from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.nodes.generate import make_generate
from memory_graph.nodes.observe import make_observe
from memory_graph.state import MemoryInput, MemoryState
from memory_graph.stores.postgres import PostgresMemoryStore

USER = "user-0000"
WARM = 3
Saver = BaseCheckpointSaver[Any]


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    scopes: int
    threads: int
    """Threads of each kind of turn."""
    rows: int = 1000


QUICK, FULL = Size(3, 8), Size(20, 60)


@dataclass
class Chat:
    """A compiled graph, spoken to in new threads."""

    app: Any
    model: InstantModel
    name: str
    saver: Saver
    spent: list[float] = field(default_factory=list)
    checkpoints: list[int] = field(default_factory=list)

    def say(self, kind: Kind, text: str, thread: str, message_id: str) -> float:
        """One turn; gives the seconds it took."""
        self.model.items = kind.items(text, message_id)
        context = MemoryContext(user_id=USER, oversight="out_of_the_loop")
        start = time.perf_counter()
        found = self.app.invoke(
            {"messages": [HumanMessage(text, id=message_id)]}, self._where(thread), context=context
        )
        took = time.perf_counter() - start
        written = found.get("written", {}).get("counts", {}).get("added", 0)
        if self.name == "memory" and written != kind.facts:
            raise AssertionError(f"{kind.name} stored {written} facts, not {kind.facts}")
        return took

    def held(self, thread: str) -> int:
        """The checkpoints a thread has."""
        return sum(1 for _ in self.saver.list(self._where(thread)))

    def _where(self, thread: str) -> RunnableConfig:
        return {"configurable": {"thread_id": f"{self.name}-{thread}"}}


def without_memory(model: InstantModel) -> Any:
    """The graph without its memory: observe, then generate."""
    builder: Any = StateGraph(MemoryState, context_schema=MemoryContext, input_schema=MemoryInput)
    builder.add_node("observe", make_observe(), input_schema=MemoryState)
    builder.add_node("generate", make_generate(model=model), input_schema=MemoryState)
    builder.add_edge(START, "observe")
    builder.add_edge("observe", "generate")
    builder.add_edge("generate", END)
    return builder


def chats(store: PostgresMemoryStore, saver: Saver) -> tuple[Chat, Chat]:
    """The graph without memory, and the whole one."""
    plain, full = InstantModel(), InstantModel()
    return (
        Chat(without_memory(plain).compile(checkpointer=saver), plain, "plain", saver),
        Chat(build_memory_graph(model=full).compile(store=store, checkpointer=saver), full,
             "memory", saver),
    )  # fmt: skip


@dataclass
class Talks:
    """Talks to graphs over one store; no two turns say the same, no thread is used twice."""

    store: PostgresMemoryStore
    _serial: int = 0

    def _next(self) -> int:
        self._serial += 1
        return self._serial

    def thread(self, kind: Kind, *pair: Chat) -> None:
        """One thread of one kind of turn, in both graphs by turns."""
        thread = str(self._next())
        if kind.is_late:
            text = OPENING.said(self._next())
            for chat in pair:
                chat.say(OPENING, text, thread, "m0")
        before = [chat.held(thread) for chat in pair]
        for turn in range(1, kind.turns + 1):
            text = kind.said(self._next())
            for chat in pair if turn % 2 else pair[::-1]:
                chat.spent.append(chat.say(kind, text, thread, f"m{turn}"))
        for chat, earlier in zip(pair, before, strict=True):
            chat.checkpoints.append((chat.held(thread) - earlier) // kind.turns)

    def times(self, kind: Kind, saver: Saver, threads: int) -> dict[str, Any]:
        """What one kind of turn takes in both graphs, and what memory adds."""
        plain, memory = chats(self.store, saver)
        for number in range(WARM + threads):
            if number == WARM:
                plain.spent.clear()
                memory.spent.clear()
            self.thread(kind, plain, memory)
        return {
            "plain": milliseconds(plain.spent), "memory": milliseconds(memory.spent),
            "added": milliseconds(np.subtract(memory.spent, plain.spent).tolist()),
            "checkpoints": {chat.name: max(chat.checkpoints) for chat in (plain, memory)},
        }  # fmt: skip

    def counts(self, kind: Kind, saver: Saver) -> Seen:
        """What one turn of a kind asks of the database."""
        chat, thread = chats(self.store, saver)[1], str(self._next())
        if kind.is_late:
            chat.say(OPENING, OPENING.said(self._next()), thread, "m0")
        with watched(self.store) as seen:
            chat.say(kind, kind.said(self._next()), thread, "m1")
        return seen


@contextmanager
def filled(size: Size) -> Iterator[str]:
    """The DSN of a database whose users have a thousand memories each."""
    with server() as address, database(address, "turn") as dsn:
        loader = Loader(dsn)
        scopes = [USER, *(f"user-{number:04d}" for number in range(1, size.scopes))]
        loader.write(scopes, size.rows)
        loader.spread(scopes)
        loader.settle()
        yield dsn


def measure(size: Size) -> dict[str, Any]:
    """Every kind of turn, with checkpoints in the database and in memory."""
    with ExitStack() as stack:
        dsn = stack.enter_context(filled(size))
        store = stack.enter_context(open_store(dsn, Loader(dsn).vectors))
        saver = stack.enter_context(PostgresSaver.from_conn_string(dsn))
        saver.setup()
        talks = Talks(store)
        kept = {kind.name: talks.times(kind, saver, size.threads) for kind in KINDS}
        light = {kind.name: talks.times(kind, InMemorySaver(), size.threads) for kind in KINDS}
        seen = {kind.name: talks.counts(kind, saver) for kind in KINDS}
    return {
        "rows": size.rows, "threads": size.threads,
        "added_ms": {name: one["added"] for name, one in kept.items()},
        "added_ms_in_memory": {name: one["added"] for name, one in light.items()},
        "turn_ms": {name: {"plain": one["plain"], "memory": one["memory"]}
                    for name, one in kept.items()},
        "store_calls": {name: one.transactions for name, one in seen.items()},
        "statements": {name: len(one.statements) for name, one in seen.items()},
        "checkpoints": {name: one["checkpoints"] for name, one in kept.items()},
    }  # fmt: skip


def main() -> None:
    """Measures and prints."""
    chosen = options(__doc__)
    show(measure(QUICK if chosen.quick else FULL), as_json=chosen.json)


if __name__ == "__main__":
    main()
