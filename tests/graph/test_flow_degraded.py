"""What a turn does without its store or its re-ranker: it goes on and says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from memory_graph.context import MemoryContext
from memory_graph.effects import Effect
from memory_graph.errors import StoreUnavailableError
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.answers import reply

if TYPE_CHECKING:
    from tests.graph.conftest import Chat


class BrokenReranker:
    """Has no scores to give."""

    name = "broken"

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        raise RuntimeError("no scores today")

    async def ascore(self, question: str, texts: Sequence[str]) -> list[float]:
        return self.score(question, texts)


def test_a_reranker_that_fails_is_told_of(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(reranker=BrokenReranker())
    chat.say("I live in Oslo.")
    seen = chat.app.stream(
        chat.said("Where do I live?", "m2"), chat.where("t2"), context=chat.context,
        stream_mode="custom",
    )  # fmt: skip
    (told,) = [one["memory_degraded"] for one in seen if "memory_degraded" in one]
    assert told["during"] == "recall"
    assert "'broken' failed (RuntimeError)" in told["reason"]
    state = chat.state("t2").values
    assert state["recalled"]["degraded"]
    assert "Oslo" in reply(state)


def test_without_the_store_the_reply_still_comes_and_says_so(
    make_chat: Callable[..., Chat], settings: Settings, tied: ExitStack
) -> None:
    closed = Settings(
        dsn="postgresql://nobody@127.0.0.1:1/none", embeddings="none",
        connect_timeout_seconds=1.0,
    )  # fmt: skip
    chat = make_chat(store=tied.enter_context(PostgresMemoryStore(settings=closed)))
    seen = list(
        chat.app.stream(
            chat.said("I live in Oslo.", "m1"), chat.where("t1"), context=chat.context,
            stream_mode=["values", "custom"],
        )
    )  # fmt: skip
    (*_, (_, last)) = [one for one in seen if one[0] == "values"]
    assert last["recalled"]["degraded"] is True
    assert "refused" in last["recalled"]["reason"]
    assert last["recalled"]["memories"] == []
    assert last["messages"][-1].type == "ai"
    assert last["written"]["degraded"] is True
    assert last["operations"] == []
    told = [one["memory_degraded"] for mode, one in seen if mode == "custom"]
    assert [one["during"] for one in told] == ["recall", "write"]
    assert all("refused" in one["reason"] for one in told)
    assert not chat.state().next
    assert chat.state().values["recorded"] != "m1"


def test_a_strict_graph_raises_and_can_be_resumed(
    store: PostgresMemoryStore, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = build_memory_graph(model="offline", settings=settings, strict=True).compile(
        store=store, checkpointer=InMemorySaver()
    )
    config: Any = {"configurable": {"thread_id": "t1"}}
    context = MemoryContext(user_id="ann")
    with monkeypatch.context() as broken:
        broken.setattr(store, "commit_program", _away)
        with pytest.raises(StoreUnavailableError):
            app.invoke({"messages": [HumanMessage("I live in Oslo.")]}, config, context=context)
    assert app.get_state(config).next == ("consolidate",)
    assert app.invoke(None, config, context=context)["written"]["counts"]["added"] == 1


@pytest.mark.parametrize(
    "steps", [("commit_program",), ("find_write_program", "commit_program")], ids=len
)
def test_what_a_person_decided_is_not_given_up(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, steps: tuple[str, ...]
) -> None:
    """The answer would be lost with the turn: so the run breaks off, and goes on with it later."""
    chat.say("I am allergic to peanuts.", message_id="m1")
    with monkeypatch.context() as broken:
        for step in steps:
            broken.setattr(chat.store, step, _away)
        with pytest.raises(StoreUnavailableError):
            chat.answer({"type": "approve"})
    done = chat.app.invoke(None, chat.where("t1"), context=chat.context)
    assert "__interrupt__" not in done
    assert done["written"]["counts"]["added"] == 1


@pytest.mark.parametrize("step", ["neighbours_program", "find_write_program"])
def test_a_store_that_goes_between_two_steps_is_told_once_and_asks_nobody(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(chat.store, step, _away)
        done = chat.say("I am allergic to peanuts.", message_id="m1")
    assert "__interrupt__" not in done
    assert done["written"]["degraded"]
    assert chat.turns() == []
    asked = chat.say("Where do I live?", message_id="m2")
    assert asked["__interrupt__"]
    assert "peanuts" in str(asked["__interrupt__"][0].value)


def _away(*_: object, **__: object) -> Any:
    def fail() -> Any:
        raise StoreUnavailableError("the database is away")

    yield Effect(fail, fail)


def test_what_could_not_be_stored_is_stored_by_the_next_turn(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(chat.store, "commit_program", _away)
        assert chat.say("I live in Oslo.", message_id="m1")["written"]["degraded"]
    assert chat.contents() == []
    chat.say("I like green tea.", message_id="m2")
    known = " ".join(chat.contents())
    assert "Oslo" in known
    assert "tea" in known
    assert "I live in Oslo." in chat.turns()
