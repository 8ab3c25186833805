"""A reply that is taken out and asked for again, without a fork: the new one replaces it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import HumanMessage, RemoveMessage

from memory_graph.stores.branch import Branch

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

SAID = "Recommend me a book about the sea, please."
FIRST, SECOND, THIRD = "Read Moby-Dick.", "Read The Old Man and the Sea.", "读《老人与海》吧。"
Way = Callable[["Chat", str], None]
"""Takes the last reply out and asks for another."""


def last_reply(chat: Chat) -> RemoveMessage:
    return RemoveMessage(str(chat.state().values["messages"][-1].id))


def with_the_question(chat: Chat, text: str) -> None:
    said = [last_reply(chat), HumanMessage(text, id="m2")]
    chat.app.invoke({"messages": said}, chat.where("t1"), context=chat.context)


def and_asked_later(chat: Chat, text: str) -> None:
    chat.app.update_state(chat.where("t1"), {"messages": [last_reply(chat)]})
    chat.say(text, message_id="m2")


def and_run_on(chat: Chat, text: str) -> None:
    gone = {"messages": [last_reply(chat)]}
    config = chat.app.update_state(chat.where("t1"), gone, as_node="retrieve")
    chat.app.invoke(None, config, context=chat.context)


WAYS = pytest.mark.parametrize("way", [with_the_question, and_asked_later, and_run_on])


@pytest.fixture
def model(scripted: type[ScriptedModel]) -> ScriptedModel:
    return scripted(reply=FIRST)


@pytest.fixture(params=["memory", "postgres"])
def chat(
    request: pytest.FixtureRequest,
    kept_by: Callable[..., Any],
    make_chat: Callable[..., Chat],
    model: ScriptedModel,
) -> Chat:
    """A chat whose threads are kept in memory, or by LangGraph's own checkpointer."""
    return make_chat(model=model, checkpointer=kept_by(request.param))


def replies(chat: Chat, snapshot: Any = None, **options: Any) -> list[str]:
    """The stored replies that are seen: from a checkpoint, or by a reader outside."""
    if snapshot:
        where, values = snapshot.config["configurable"], snapshot.values
        options["branch"] = Branch("t1", where["checkpoint_id"], values["lineage"])
    found = chat.store.list_memories(chat.context.scope, kinds=["turn"], limit=100, **options)
    return sorted(one.content for one in found if one.speaker != "user")


@WAYS
def test_the_new_reply_replaces_the_old_one_on_its_branch(
    chat: Chat, model: ScriptedModel, way: Way
) -> None:
    model.reply = "Hello."
    chat.say("I like the sea.", message_id="m1")
    model.reply = FIRST
    chat.say(SAID, message_id="m2")
    first = chat.state()
    for reply in (SECOND, THIRD):
        model.reply = reply
        way(chat, SAID)
        assert replies(chat) == replies(chat, chat.state()) == sorted(["Hello.", reply])
    clock = datetime.fromisoformat(first.values["clock"])
    assert replies(chat, first) == replies(chat, as_of=clock) == ["Hello.", FIRST]
    model.reply = "Gladly."
    chat.say("I will read it in the holidays.", message_id="m3")
    assert replies(chat) == sorted(["Gladly.", "Hello.", THIRD])
    assert [one for one in chat.turns() if one == SAID] == [SAID]


@WAYS
@pytest.mark.parametrize("kind", ["approve", "reject"])
@pytest.mark.parametrize("text", ["I am allergic to peanuts.", "我对花生过敏。"])
def test_nobody_is_asked_a_second_time(
    make_chat: Callable[..., Chat], way: Way, kind: str, text: str
) -> None:
    chat = make_chat()
    chat.say("I play chess.", message_id="m1")
    chat.say(text, message_id="m2")
    chat.answer({"type": kind})
    known = chat.contents()
    way(chat, text)
    assert not chat.state().interrupts
    assert chat.contents() == known
    word = "peanut" if "peanut" in text else "花生"
    assert any(word in one for one in chat.turns()) == (kind == "approve")


def test_a_new_message_after_a_reply_that_is_gone_asks_nothing_again(
    make_chat: Callable[..., Chat],
) -> None:
    chat = make_chat()
    chat.say("I am allergic to peanuts.", message_id="m1")
    chat.answer({"type": "approve"})
    chat.app.update_state(chat.where("t1"), {"messages": [last_reply(chat)]})
    chat.say("I play chess.", message_id="m2")
    assert not chat.state().interrupts
    assert chat.contents() == ["The user is allergic to peanuts.", "The user plays chess."]


def test_messages_that_are_trimmed_away_stay_in_memory(make_chat: Callable[..., Chat]) -> None:
    """Hosts take out messages to keep prompts short; nobody took back what was said."""
    chat = make_chat()
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    known = chat.contents()
    held = [RemoveMessage(str(one.id)) for one in chat.state().values["messages"]]
    chat.app.update_state(chat.where("t1"), {"messages": held})
    chat.say("I like tea.", message_id="m3")
    assert chat.contents() == sorted([*known, "The user likes tea."])
