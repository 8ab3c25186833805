"""One thread of a chat: says something, prints the reply, settles reviews."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import psycopg
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from memory_graph.cli.reviewing import Ask, Show, ask_review
from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.review import pending
from memory_graph.server.factories import checkpointer_dsn
from memory_graph.settings import Settings
from memory_graph.stores.failures import wrap_error
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Language, Operation

_SPEAKERS = ("generate", "erase")
"""The nodes that reply."""

App = CompiledStateGraph[Any, Any, Any, Any]


@contextmanager
def opened(settings: Settings, model: str) -> Iterator[App]:
    """The graph on the store and the checkpointer that ``langgraph dev`` uses too.

    Errors of the checkpointer's driver come out as StoreError.
    """
    dsn = checkpointer_dsn(settings)
    with PostgresMemoryStore(dsn, settings=settings) as store:
        store.setup()
        builder = build_memory_graph(model=model, settings=settings)
        try:
            with PostgresSaver.from_conn_string(dsn) as saver:
                saver.setup()
                yield builder.compile(store=store, checkpointer=saver)
        except psycopg.Error as error:
            raise wrap_error(error, "the checkpointer's database") from error


@dataclass(frozen=True, slots=True)
class Talk:
    """A thread, who speaks in it, and the terminal."""

    app: App
    context: MemoryContext
    thread_id: str
    language: Language
    ask: Ask
    show: Show
    write: Show
    """Prints a piece of a reply, without a line end."""

    @property
    def config(self) -> RunnableConfig:
        """The thread's config."""
        return {"configurable": {"thread_id": self.thread_id}}

    def waits(self) -> bool:
        """True when the thread stopped inside a turn: at a review, or where its process died."""
        return bool(self.app.get_state(self.config).tasks)

    def resume(self) -> None:
        """Takes up what an earlier process has left."""
        if not self.app.get_state(self.config).interrupts:
            self._run(None)
        self._settle_reviews()

    def say(self, text: str) -> None:
        """One turn of the user, with the reviews that follow from it."""
        self._run({"messages": [HumanMessage(text)]})
        self._settle_reviews()

    def _run(self, given: Any) -> None:
        """Runs the graph and prints the reply as it comes."""
        printed: set[str | None] = set()
        stream = self.app.stream(
            given, self.config, context=self.context, durability="sync", stream_mode="messages"
        )
        for message, metadata in cast("Iterator[tuple[Any, dict[str, Any]]]", stream):
            if metadata.get("langgraph_node") not in _SPEAKERS or not message.text:
                continue
            if isinstance(message, AIMessageChunk) or message.id not in printed:
                self.write(str(message.text))
                printed.add(message.id)
        if printed:
            self.write("\n")
            self._note_fallback()

    def _note_fallback(self) -> None:
        """Says so when the model failed and the offline one replied, or the store was away."""
        values = self.app.get_state(self.config).values
        messages = values.get("messages", [])
        last = next((one for one in reversed(messages) if isinstance(one, AIMessage)), None)
        if last is not None and (reason := last.response_metadata.get("degraded")):
            self.show(f"note: {reason}")
        if (written := values.get("written", {})).get("degraded"):
            self.show(f"note: stored with the next message: {written.get('reason')}")

    def _settle_reviews(self) -> None:
        """Asks until nothing waits: an answer can lead to another question."""
        while waiting := (state := self.app.get_state(self.config)).interrupts:
            operations = _asked(state.values)
            language = state.values.get("sensory", {}).get("language", self.language)
            if self.context.locale != "auto":
                language = self.context.locale
            answer = ask_review(
                waiting[0].value, operations, language, ask=self.ask, show=self.show,
                zone=self.context.zone,
            )  # fmt: skip
            self._run(Command(resume=answer))


def _asked(values: dict[str, Any]) -> list[Operation]:
    """The operations of a state that wait for a person, as ``confirm`` asked about them."""
    operations = [Operation.model_validate(one) for one in values.get("operations", [])]
    reviewed = values.get("decisions", {}).get("reviewed", [])
    return [operations[index] for index in pending(operations, reviewed)]
