"""What all nodes share: a node is one program, run under ``invoke`` as under ``ainvoke``.

A node is a Runnable whose ``__call__`` names ``MemoryState``, so that LangGraph registers all state
keys with it even in a host graph whose state has only ``messages``: nothing is dropped on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.runtime import Runtime, get_runtime

from memory_graph.context import MemoryContext, coerce_context
from memory_graph.effects import Program, arun, run
from memory_graph.errors import ConfigurationError, InputError
from memory_graph.lineage import difference
from memory_graph.state import MemoryState, as_told
from memory_graph.stores.branch import Branch
from memory_graph.stores.oldest import known_oldest, oldest_held
from memory_graph.stores.postgres import PostgresMemoryStore

Update = dict[str, Any]

ANSWER_KEY = "memory_graph_answer"
"""Where a resumed run is told the id of its answer: in the metadata, which servers hand on too."""

EARLIEST = "0"
"""Comes before every checkpoint id: a thread that has written is in its newest tree, however little
its lineage tells."""


@dataclass(frozen=True, slots=True)
class NodeRun:
    """One run of a node: its context, store, branch and clock."""

    context: MemoryContext
    runtime: Runtime[Any]
    config: RunnableConfig
    given_store: PostgresMemoryStore | None = None

    @property
    def store(self) -> PostgresMemoryStore:
        """The store of the run; raises ConfigurationError when there is none of ours."""
        store = self.given_store or self.runtime.store
        if isinstance(store, PostgresMemoryStore):
            return store
        inner = getattr(store, "memory_store", None)
        if isinstance(inner, PostgresMemoryStore):
            return inner
        raise ConfigurationError(
            f"the graph runs with store {type(store).__name__}: compile it with "
            "store=PostgresMemoryStore(), or name memory_graph.server.make_store in langgraph.json"
        )

    @property
    def checkpointer(self) -> Any:
        """The checkpointer in use; None without one."""
        return self.config.get("configurable", {}).get("__pregel_checkpointer")

    @property
    def thread_id(self) -> str | None:
        """The thread, when it is kept by a checkpointer."""
        return self.source_thread if self.checkpointer else None

    @property
    def source_thread(self) -> str | None:
        """The thread a caller has named, kept by a checkpointer or not; an id may be a UUID."""
        info = self.runtime.execution_info
        return str(info.thread_id) if info and info.thread_id is not None else None

    @property
    def is_nested(self) -> bool:
        """True when the graph runs inside a node of another one."""
        return "|" in str(self.config.get("configurable", {}).get("checkpoint_ns", ""))

    @property
    def answer_id(self) -> str:
        """Id of the answer this run was resumed with; a fresh one when its sender gave none."""
        return str(self.config.get("metadata", {}).get(ANSWER_KEY) or uuid4().hex)

    def branch(self, state: MemoryState) -> Branch:
        """Where this run stands in its thread.

        A host's state has no way to take from a lineage; what was left is noted with the session.
        """
        thread_id, session = self.thread_id, state.get("working", {}).get("session", {})
        lineage = difference(state.get("lineage"), session.get("left"))
        if thread_id is None:
            return Branch(lineage=lineage)
        has_written = session.get("said_in") == self.context.scope.label
        oldest = (
            known_oldest(EARLIEST) if has_written else oldest_held(self.checkpointer, thread_id)
        )
        return Branch(thread_id, self._root(), lineage, oldest)

    @property
    def is_resumed(self) -> bool:
        """True when the run goes on from a checkpoint, with an answer or after a crash."""
        return bool(self.config.get("configurable", {}).get("__pregel_resuming"))

    def check_user(self, state: MemoryState) -> None:
        """Raises InputError when this turn was begun for somebody else than it is run for."""
        begun = state.get("decisions", {}).get("scope", self.context.scope.label)
        if begun != self.context.scope.label:
            raise InputError(
                f"this turn belongs to {begun!r} and is run for {self.context.scope.label!r}: "
                "answer a review with the context of the user it is about"
            )

    def _root(self) -> str:
        """Id of the root graph's checkpoint this step started from."""
        mapped: dict[str, str] = self.config.get("configurable", {}).get("checkpoint_map") or {}
        info = self.runtime.execution_info
        return mapped.get("") or (info.checkpoint_id if info else "")

    def said_at(self, state: MemoryState) -> datetime:
        """The user's clock at this turn, as ``observe`` fixed it, else now, in the user's zone."""
        fixed = state.get("sensory", {}).get("said_at")
        if fixed:
            return datetime.fromisoformat(fixed).astimezone(self.context.zone)
        return self.context.local_now(datetime.now(UTC))


Body = Callable[[MemoryState, NodeRun], Program[Update]]


class MemoryNode(Runnable[MemoryState, Update]):
    """A node of the memory graph; add it to any StateGraph with ``add_node``."""

    def __init__(self, name: str, body: Body, *, store: PostgresMemoryStore | None = None) -> None:
        self.name = name
        self.__name__ = name  # by which add_sequence calls it
        self._body = body
        self._store = store

    def __call__(self, state: MemoryState) -> Update:
        """As ``invoke``; its annotation tells LangGraph which keys the node reads."""
        return self.invoke(state)

    def invoke(
        self,
        input: MemoryState,  # noqa: A002 - the name LangChain gives it
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Update:
        """Runs the node in this thread."""
        return run(self._body(as_told(input), self._run(config)))

    async def ainvoke(
        self,
        input: MemoryState,  # noqa: A002 - the name LangChain gives it
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Update:
        """Runs the node in this event loop."""
        return await arun(self._body(as_told(input), self._run(config)))

    def _run(self, config: RunnableConfig | None) -> NodeRun:
        runtime = get_runtime(MemoryContext)
        settled = config or {}
        context = coerce_context(runtime.context, settled.get("configurable"))
        return NodeRun(context, runtime, settled, self._store)
