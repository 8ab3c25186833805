"""A reply that is generated anew takes the place of the one before, on its branch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.state import MemoryState
from memory_graph.stores.branch import Branch
from tests.graph.conftest import Chat

if TYPE_CHECKING:
    from memory_graph.settings import Settings
    from memory_graph.stores.postgres import PostgresMemoryStore
    from tests.graph.conftest import ScriptedModel

SAID = "Recommend me a book about the sea, please."
FIRST, SECOND, THIRD = "Read Moby-Dick.", "Read The Old Man and the Sea.", "Read Lord Jim."


SIDES = ("left", "right")


@pytest.fixture
def model(scripted: type[ScriptedModel]) -> ScriptedModel:
    return scripted(reply=FIRST)


@pytest.fixture
def chat(make_chat: Callable[..., Chat], model: ScriptedModel) -> Chat:
    return make_chat(model=model)


def before_reply(chat: Chat, thread: str = "t1") -> Any:
    """The newest checkpoint from which the reply is generated."""
    history = chat.app.get_state_history(chat.where(thread))
    return next(one.config for one in history if one.next == ("generate",))


def again(chat: Chat, config: Any) -> Any:
    """Runs on from a checkpoint; gives the thread's new head."""
    chat.app.invoke(None, config, context=chat.context)
    return chat.state()


def seen(chat: Chat, snapshot: Any = None) -> list[str]:
    """The turns a run that goes on from there sees; by default what a reader outside sees."""
    options: dict[str, Any] = {}
    if snapshot:
        where = snapshot.config["configurable"]
        options["branch"] = Branch(
            where["thread_id"], where["checkpoint_id"], snapshot.values["lineage"]
        )
    found = chat.store.list_memories(chat.context.scope, kinds=["turn"], limit=100, **options)
    return sorted(one.content for one in found if one.speaker != "user")


def test_a_new_reply_replaces_the_old_one_and_only_on_its_branch(
    chat: Chat, model: ScriptedModel
) -> None:
    chat.say(SAID, message_id="m1")
    first = chat.state()
    start = before_reply(chat)
    model.reply = SECOND
    second = again(chat, start)
    assert second.values["messages"][-1].text == SECOND
    assert seen(chat) == seen(chat, second) == [SECOND]
    assert seen(chat, first) == [FIRST]

    model.reply = THIRD
    third = again(chat, start)
    assert seen(chat) == seen(chat, third) == [THIRD]
    assert (seen(chat, first), seen(chat, second)) == ([FIRST], [SECOND])
    assert model.extractions == 3

    chat.app.invoke(chat.said("Thanks, noted.", "m2"), first.config, context=chat.context)
    assert FIRST in seen(chat)
    assert SECOND not in seen(chat)


def test_the_same_reply_changes_nothing(chat: Chat, model: ScriptedModel) -> None:
    chat.say(SAID, message_id="m1")
    start = before_reply(chat)
    for reply in (FIRST, SECOND, SECOND, FIRST):
        model.reply = reply
        again(chat, start)
        assert seen(chat) == [reply]
    assert chat.store.stats("ann").writes == 2


def test_the_next_turn_goes_on_from_the_new_reply(chat: Chat, model: ScriptedModel) -> None:
    chat.say(SAID, message_id="m1")
    model.reply = SECOND
    again(chat, before_reply(chat))
    model.reply = "Gladly."
    chat.say("I will read it in the holidays.", message_id="m2")
    assert seen(chat) == ["Gladly.", SECOND]
    (found, *_) = chat.store.recall("ann", "old man sea holidays", limit=5).memories
    assert "holidays" in found.memory.content or SECOND in found.memory.content


@pytest.mark.parametrize("words", ["peanuts", "the sea"])
def test_what_was_erased_does_not_come_back_with_a_reply(
    chat: Chat, model: ScriptedModel, words: str
) -> None:
    model.reply = "The sea and peanuts, I see."
    chat.say("I like peanuts and the sea.", message_id="m1")
    start = before_reply(chat)
    turns = chat.store.list_memories("ann", kinds=["turn"])
    user = next(one for one in turns if one.speaker == "user")
    chat.store.erase("ann", user.id)
    model.reply = f"Yes, {words}!"
    again(chat, start)
    assert not any(f"Yes, {words}!" in one for one in seen(chat))


def test_what_was_refused_does_not_come_back_with_a_reply(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat()
    chat.say("I am allergic to peanuts.", message_id="m1")
    start = before_reply(chat)
    chat.answer({"type": "reject", "message": "private"})
    again(chat, start)
    assert not any("peanut" in one for one in seen(chat))


def test_a_reply_generated_anew_the_next_day_stays_in_its_session(
    chat: Chat, model: ScriptedModel
) -> None:
    """The session has gone by when the turn runs again from its very beginning."""
    today = datetime(2026, 5, 1, 9, tzinfo=UTC)
    chat, late = (chat.as_user("ann", now=today + timedelta(days=days)) for days in (0, 1))
    chat.say("I like the sea.", message_id="m1")
    chat.say(SAID, message_id="m2")
    model.reply = SECOND
    late.edit("m2", SAID)
    assert seen(chat) == [FIRST, SECOND]
    model.reply = "Gladly."
    late.say("I will read it in the holidays.", message_id="m3")
    turns = chat.store.list_memories("ann", kinds=["turn"], limit=100)
    told = sorted((one.position, one.content) for one in turns if one.session_id == first(turns))
    assert [place for place, _ in told] == [0, 1, 2, 3]
    assert told[-1][1] == SECOND
    assert len(turns) == 6


def first(turns: Any) -> Any:
    """The session of the first turn."""
    return next(one.session_id for one in turns if one.content == "I like the sea.")


def test_a_found_write_goes_on_with_its_session(chat: Chat, model: ScriptedModel) -> None:
    today = datetime(2026, 5, 1, 9, tzinfo=UTC)
    chat, late = (chat.as_user("ann", now=today + timedelta(days=days)) for days in (0, 1))
    chat.say("I like the sea.", message_id="m1")
    chat.say(SAID, message_id="m2")
    session = chat.state().values["working"]["session"]
    late.edit("m2", SAID)
    assert chat.state().values["working"]["session"] == session


@pytest.fixture
def twins(
    store: PostgresMemoryStore, settings: Settings, scripted: type[ScriptedModel]
) -> Callable[..., tuple[Chat, list[ScriptedModel]]]:
    """Build a host in which two whole graphs answer in one step."""

    def make(state: Any) -> tuple[Chat, list[ScriptedModel]]:
        builder: StateGraph[Any, Any, Any, Any] = StateGraph(state, context_schema=MemoryContext)
        models = [scripted(), scripted()]
        for side, one in zip(SIDES, models, strict=True):
            inner = build_memory_graph(model=one, settings=settings).compile()
            builder.add_node(side, inner, input_schema=state)
            builder.add_edge(START, side)
        return Chat(builder.compile(store=store, checkpointer=InMemorySaver()), store), models

    return make


@pytest.mark.parametrize("state", [MessagesState, MemoryState])
def test_two_graphs_that_answer_in_one_step_keep_both_replies(
    twins: Callable[..., tuple[Chat, list[ScriptedModel]]], state: Any
) -> None:
    chat, models = twins(state)

    def answer_with(number: int) -> list[str]:
        for side, one in zip(SIDES, models, strict=True):
            one.reply = f"{side} {number}"
        return [one.reply for one in models]

    for number in (1, 2, 3):
        answer_with(number)
        chat.say(f"Recommend book {number}, please.", message_id=f"m{number}")
    replies = [one.text for one in chat.state().values["messages"] if one.type == "ai"]
    assert seen(chat) == sorted(replies)
    history = chat.app.get_state_history(chat.where("t1"))
    last = next(one.config for one in history if one.next == SIDES)
    anew = answer_with(4)
    chat.app.invoke(None, last, context=chat.context)
    assert seen(chat) == sorted([*replies[:4], *anew])
