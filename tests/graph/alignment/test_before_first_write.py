"""Forks from before a thread's first write, however the thread began: they are no new thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage

from memory_graph import branch_of, rewind_target

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

OSLO, ROME = "The user lives in Oslo.", "The user lives in Rome."
Begin = Callable[["Chat", str], Any]
"""Begins a thread, with a durability, without a write; gives the checkpoint after it."""


def by_small_talk(chat: Chat, durability: str) -> Any:
    chat.say("Hello!", message_id="m1", durability=durability)
    return chat.state().config


def by_a_greeting(chat: Chat, _: str) -> Any:
    """As hosts do that let the assistant speak first: the state is written without a run."""
    greeting = AIMessage("Hi, how can I help?", id="g")
    return chat.app.update_state(chat.where("t1"), {"messages": [greeting]})


@pytest.fixture(params=["memory", "postgres"])
def told(
    request: pytest.FixtureRequest, make_chat: Callable[..., Chat], kept_by: Callable[[str], Any]
) -> Chat:
    """A chat with either checkpointer."""
    return make_chat(checkpointer=kept_by(request.param))


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("begin", [by_small_talk, by_a_greeting])
def test_an_edit_before_the_first_write_is_followed(
    told: Chat, begin: Begin, durability: str
) -> None:
    start = begin(told, durability)
    told.say("I live in Oslo.", message_id="m2", durability=durability)
    old = told.state()

    edited = told.said("I live in Rome.", "m2-again")
    told.app.invoke(edited, start, context=told.context, durability=durability)
    assert told.contents() == told.contents(branch=branch_of(told.state())) == [ROME]
    assert told.contents(branch=branch_of(old)) == [OSLO]

    thanks = told.said("Thanks!", "m3")
    told.app.invoke(thanks, old.config, context=told.context, durability=durability)
    assert told.contents() == [OSLO]
    told.app.invoke(thanks, start, context=told.context, durability=durability)
    assert told.contents() == []
    assert told.store.stats("ann").trees == 1


@pytest.mark.parametrize("begin", [by_small_talk, by_a_greeting])
async def test_so_it_is_in_an_event_loop(make_chat: Callable[..., Chat], begin: Begin) -> None:
    chat = make_chat()
    start = begin(chat, "exit")
    await chat.asay("I live in Oslo.", message_id="m2", durability="exit")
    edited = chat.said("I live in Rome.", "m2-again")
    await chat.app.ainvoke(edited, start, context=chat.context, durability="exit")
    assert chat.contents() == [ROME]
    assert chat.store.stats("ann").trees == 1


@pytest.mark.parametrize("durability", ["async", "exit"])
def test_a_thread_that_was_deleted_and_begins_alike_hides_nothing(
    told: Chat, durability: str
) -> None:
    by_small_talk(told, durability)
    told.say("I live in Oslo.", message_id="m2", durability=durability)
    told.app.checkpointer.delete_thread("t1")
    by_a_greeting(told, durability)
    told.say("I play chess.", message_id="m2", durability=durability)
    assert told.contents() == [OSLO, "The user plays chess."]
    assert told.store.stats("ann").trees == 2


@pytest.mark.parametrize("begin", [by_small_talk, by_a_greeting])
def test_a_checkpoint_before_the_first_write_sees_nothing_that_came_after(
    told: Chat, begin: Begin
) -> None:
    """As a run that goes on from there would; not what others see."""
    begin(told, "async")
    early = told.state()
    told.say("I live in Oslo.", message_id="m2")
    old = told.state()
    for number in range(2):
        thanks = told.said("Thanks!", f"s{number}")
        told.app.invoke(
            thanks, early.config if number == 0 else told.where("t1"), context=told.context
        )
    beside = told.state()
    for spot in (early, beside):
        assert told.contents(branch=branch_of(spot)) == []
    told.app.invoke(told.said("Thanks!", "s9"), old.config, context=told.context)
    assert told.contents() == [OSLO]
    for spot in (early, beside):
        assert told.contents(branch=branch_of(spot)) == []
        found = told.store.recall("ann", "Where do I live?", branch=branch_of(spot))
        assert not found.memories
        assert told.store.rewind("ann", "t1", *rewind_target(spot), dry_run=True).vanished
