"""Fixtures of the graph tests: a store on a database of one's own, graphs, and a scripted model."""

from __future__ import annotations

import hashlib
import math
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, Durability, StateSnapshot
from pydantic import Field

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.policy import ReviewPolicy
from memory_graph.settings import Settings
from memory_graph.stores.access import AccessLog
from memory_graph.stores.database import Database
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory

Items = Sequence[dict[str, Any]]


class HashedWords(Embeddings):
    """Vectors of words: texts that share words are near; the same text, the same vector."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.001] * 16
        for word in re.findall(r"\w+", text.lower()):
            vector[hashlib.sha256(word.encode()).digest()[0] % 16] += 1.0
        length = math.sqrt(sum(number * number for number in vector))
        return [number / length for number in vector]


class ScriptedModel(BaseChatModel):
    """Replies with ``reply`` and extracts what ``items`` queues; counts both."""

    reply: str = "Noted."
    items: deque[Items] = Field(default_factory=deque)
    replies: int = 0
    extractions: int = 0
    prompts: list[str] = Field(default_factory=list)
    asked: list[str] = Field(default_factory=list)
    """The prompts of the extractions."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        return self.bind(tools=tools)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        prompt = "\n".join(str(one.text) for one in messages)
        if not kwargs.get("tools"):
            self.replies += 1
            self.prompts.append(prompt)
            return _result(AIMessage(self.reply))
        self.extractions += 1
        self.asked.append(prompt)
        found = list(self.items.popleft()) if self.items else []
        call = {"name": "ExtractReply", "args": {"items": found}, "id": f"c{self.extractions}"}
        return _result(AIMessage("", tool_calls=[call]))


def _result(message: AIMessage) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=message)])


@dataclass(frozen=True)
class Chat:
    """A graph as one user talks to it; the thread is given with each call."""

    app: Any
    store: PostgresMemoryStore
    context: Any = field(default_factory=lambda: MemoryContext(user_id="ann"))

    def as_user(self, user_id: str, **options: Any) -> Chat:
        """The same graph, another user."""
        return replace(self, context=MemoryContext(user_id=user_id, **options))

    def where(self, thread: str, **configurable: Any) -> RunnableConfig:
        """The config of a thread."""
        return {"configurable": {"thread_id": thread, **configurable}}

    def said(self, text: str, message_id: str | None) -> dict[str, Any]:
        """The input of one turn."""
        return {"messages": [HumanMessage(text, id=message_id)]}

    def say(
        self, text: str, thread: str = "t1", message_id: str | None = None, **options: Any
    ) -> dict[str, Any]:
        """One turn, in this thread of the machine."""
        found: dict[str, Any] = self.app.invoke(
            self.said(text, message_id), self.where(thread), context=self.context, **options
        )
        return found

    async def asay(
        self, text: str, thread: str = "t1", message_id: str | None = None, **options: Any
    ) -> dict[str, Any]:
        """One turn, in this event loop."""
        found: dict[str, Any] = await self.app.ainvoke(
            self.said(text, message_id), self.where(thread), context=self.context, **options
        )
        return found

    def answer(self, *decisions: Any, thread: str = "t1", **options: Any) -> dict[str, Any]:
        """The answer to a review, one decision for each item."""
        return self.resume({"decisions": list(decisions)}, thread=thread, **options)

    def resume(self, value: Any, *, thread: str = "t1", **options: Any) -> dict[str, Any]:
        """The answer to a review, in whatever form."""
        found: dict[str, Any] = self.app.invoke(
            Command(resume=value), self.where(thread), context=self.context, **options
        )
        return found

    async def aanswer(self, *decisions: Any, thread: str = "t1", **options: Any) -> dict[str, Any]:
        """As ``answer``, in this event loop."""
        command: Command[Any] = Command(resume={"decisions": list(decisions)})
        found: dict[str, Any] = await self.app.ainvoke(
            command, self.where(thread), context=self.context, **options
        )
        return found

    def state(self, thread: str = "t1") -> StateSnapshot:
        """Where a thread stands."""
        found: StateSnapshot = self.app.get_state(self.where(thread))
        return found

    def before(self, message_id: str, thread: str = "t1") -> RunnableConfig:
        """The checkpoint just before a message came in: where an edit of it forks."""
        for snapshot in self.app.get_state_history(self.where(thread)):
            held = [one.id for one in snapshot.values.get("messages", [])]
            if snapshot.metadata["source"] == "input" and message_id not in held:
                found: RunnableConfig = snapshot.config
                if self._next_input(snapshot) == message_id:
                    return found
        raise AssertionError(f"no checkpoint before {message_id!r}")

    def _next_input(self, snapshot: StateSnapshot) -> str | None:
        for task in snapshot.tasks:
            for message in (task.result or {}).get("messages", []):
                return str(message.id)
        return None

    def edit(self, message_id: str, text: str, thread: str = "t1") -> dict[str, Any]:
        """Says a message anew, in its old place: a fork."""
        found: dict[str, Any] = self.app.invoke(
            self.said(text, message_id), self.before(message_id, thread), context=self.context
        )
        return found

    def memories(self, **options: Any) -> list[Memory]:
        """What the user's open memories are, without raw turns."""
        scope = self.context.scope
        return [one for one in self.store.list_memories(scope, **options) if one.kind != "turn"]

    def contents(self, **options: Any) -> list[str]:
        """Their contents, sorted."""
        return sorted(one.content for one in self.memories(**options))

    def turns(self) -> list[str]:
        """The contents of the stored raw turns, oldest first."""
        stored = self.store.list_memories(self.context.scope, kinds=["turn"], limit=1000)
        return [one.content for one in sorted(stored, key=_place)]


def _place(turn: Memory) -> tuple[Any, int]:
    return turn.recorded_at, turn.position or 0


@pytest.fixture(scope="session")
def shared_store(shared_dsn: str) -> Iterator[PostgresMemoryStore]:
    """An open store, set up, with lexical recall."""
    settings = Settings(dsn=shared_dsn, embeddings="none", pool_size=4)
    with PostgresMemoryStore(settings=settings) as opened:
        opened.setup()
        yield opened


@pytest.fixture
def settings(clean_dsn: str) -> Settings:
    """Settings of the tests: the tests' own database, rules instead of a model."""
    return Settings(dsn=clean_dsn, embeddings="none", pool_size=4, connect_timeout_seconds=5.0)


@pytest.fixture
def store(shared_store: PostgresMemoryStore, clean_dsn: str) -> PostgresMemoryStore:
    """An open store that holds nothing yet."""
    return shared_store


@pytest.fixture
def make_chat(store: PostgresMemoryStore, settings: Settings) -> Callable[..., Chat]:
    """Compile a graph for the store; keeps its threads in memory unless told otherwise."""

    def make(
        *,
        model: str | BaseChatModel = "offline",
        checkpointer: BaseCheckpointSaver[Any] | bool | None = True,
        policy: ReviewPolicy | None = None,
        store: PostgresMemoryStore = store,
        settings: Settings = settings,
        context: Any = None,
        **options: Any,
    ) -> Chat:
        saver = InMemorySaver() if checkpointer is True else checkpointer or None
        builder = build_memory_graph(model=model, policy=policy, settings=settings, **options)
        app = builder.compile(store=store, checkpointer=saver)
        return Chat(app, store, context or MemoryContext(user_id="ann"))

    return make


@pytest.fixture
def chat(make_chat: Callable[..., Chat]) -> Chat:
    """The graph with the offline model, its threads in memory."""
    return make_chat()


@pytest.fixture
def postgres_saver(clean_dsn: str) -> Iterator[BaseCheckpointSaver[Any]]:
    """LangGraph's checkpointer in the same database."""
    from langgraph.checkpoint.postgres import PostgresSaver

    with PostgresSaver.from_conn_string(clean_dsn) as saver:
        saver.setup()
        yield saver


@pytest.fixture
def scripted() -> type[ScriptedModel]:
    """The class of scripted models."""
    return ScriptedModel


@pytest.fixture
def hashed_words() -> Embeddings:
    """A tiny deterministic embedder."""
    return HashedWords()


@pytest.fixture
def item() -> Callable[..., dict[str, Any]]:
    """Build one extracted item; it is sure enough to need no person unless said otherwise."""

    def build(span: str, message_id: str = "m1", **fields: Any) -> dict[str, Any]:
        given = {"message_id": message_id, "span": span, "kind": "fact", "content": span}
        return {**given, "confidence": 0.95, **fields}

    return build


@pytest.fixture
def kept_by(request: pytest.FixtureRequest) -> Callable[[str], BaseCheckpointSaver[Any] | bool]:
    """Give the checkpointer of a kind: LangGraph's own for "postgres", else one in memory."""
    return lambda kind: request.getfixturevalue("postgres_saver") if kind == "postgres" else True


@pytest.fixture
def store_calls(store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect a mark for each transaction the store runs.

    Uses are not counted meanwhile: they are written some seconds later, whatever runs by then.
    """
    marks: list[str] = []
    monkeypatch.setattr(AccessLog, "note", lambda *_: None)
    plain, plain_async = Database.run, Database.arun

    def run(self: Database, work: Any, **options: Any) -> Any:
        marks.append("run")
        return plain(self, work, **options)

    async def arun(self: Database, work: Any, **options: Any) -> Any:
        marks.append("arun")
        return await plain_async(self, work, **options)

    monkeypatch.setattr(Database, "run", run)
    monkeypatch.setattr(Database, "arun", arun)
    return marks


@pytest.fixture
def tied() -> Iterator[ExitStack]:
    """Closes what a test opens itself."""
    with ExitStack() as stack:
        yield stack


DURABILITIES: tuple[Durability, ...] = ("sync", "async", "exit")


@pytest.fixture(params=DURABILITIES)
def durability(request: pytest.FixtureRequest) -> Durability:
    """Each way in which LangGraph can keep checkpoints."""
    chosen: Durability = request.param
    return chosen
