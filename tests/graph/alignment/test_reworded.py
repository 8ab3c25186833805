"""A reply that is generated anew takes the place of the one before, on its branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.stores.branch import Branch

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

SAID = "Recommend me a book about the sea, please."
FIRST, SECOND, THIRD = "Read Moby-Dick.", "Read The Old Man and the Sea.", "Read Lord Jim."


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
