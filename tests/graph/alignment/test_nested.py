"""The whole graph inside a node of a host whose state holds messages and nothing of memory.

The host hands over no lineage; the run goes on from what the conversation so far has written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.conftest import Chat

APPROVE = {"type": "approve"}
Host = Callable[[Any], Any]
"""What is added as the node, made of the compiled memory graph."""


def plainly(inner: Any) -> Any:
    return inner


def called(inner: Any) -> Any:
    def node(state: MessagesState) -> dict[str, Any]:
        messages = inner.invoke({"messages": state["messages"]})["messages"]
        return {"messages": messages[len(state["messages"]) :]}

    return node


def called_in_a_loop(inner: Any) -> Any:
    async def node(state: MessagesState) -> dict[str, Any]:
        found = await inner.ainvoke({"messages": state["messages"]})
        return {"messages": found["messages"][len(state["messages"]) :]}

    return node


def with_the_last_message(inner: Any) -> Any:
    """A host that hands over one message and takes the words of the reply."""

    def node(state: MessagesState) -> dict[str, Any]:
        found = inner.invoke({"messages": state["messages"][-1:]})
        return {"messages": [AIMessage(found["messages"][-1].text)]}

    return node


@pytest.fixture
def nested(store: PostgresMemoryStore, settings: Settings) -> Callable[..., Chat]:
    """A chat with a host around the memory graph."""

    def make(host: Host, saver: BaseCheckpointSaver[Any] | None = None) -> Chat:
        inner = build_memory_graph(model="offline", settings=settings).compile()
        builder: StateGraph[Any, Any, Any, Any] = StateGraph(
            MessagesState, context_schema=MemoryContext
        )
        builder.add_node("memory", host(inner))
        builder.add_edge(START, "memory")
        app = builder.compile(store=store, checkpointer=saver or InMemorySaver())
        return Chat(app, store)

    return make


HOSTS = pytest.mark.parametrize("host", [plainly, called, with_the_last_message])


@HOSTS
def test_what_was_said_before_stays_known(nested: Callable[..., Chat], host: Host) -> None:
    chat = nested(host)
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I like green tea.", message_id="m2")
    chat.say("I moved to Turin.", message_id="m3")
    assert chat.contents() == ["The user likes green tea.", "The user moved to Turin."]
    for thread in ("t1", "t2"):
        reply = chat.say("What do I like?", thread)["messages"][-1].text
        assert "green tea" in reply, (thread, reply)


async def test_so_it_does_in_an_event_loop(nested: Callable[..., Chat]) -> None:
    chat = nested(called_in_a_loop)
    await chat.asay("I live in Oslo.", message_id="m1")
    await chat.asay("I like green tea.", message_id="m2")
    assert chat.contents() == ["The user likes green tea.", "The user lives in Oslo."]


@pytest.mark.parametrize("host", [plainly, called])
@pytest.mark.parametrize("durability", ["async", "exit"])
def test_an_edited_message_takes_its_memories_along(
    nested: Callable[..., Chat], host: Host, durability: str
) -> None:
    chat = nested(host)
    for number, text in enumerate(("I like jazz.", "I live in Oslo.", "I play chess."), 1):
        chat.say(text, message_id=f"m{number}", durability=durability)
    old_head = chat.state().config
    forked = {"messages": [HumanMessage("I have a dog.", id="n2")]}
    chat.app.invoke(forked, after(chat, 1), context=chat.context, durability=durability)
    assert chat.contents() == ["The user has a dog.", "The user likes jazz."]
    assert "Oslo" not in chat.say("Where do I live?", message_id="n3")["messages"][-1].text
    back = {"messages": [HumanMessage("Where do I live?", id="m4")]}
    reply = chat.app.invoke(back, old_head, context=chat.context)["messages"][-1].text
    assert "Oslo" in reply
    assert "The user has a dog." not in chat.contents()


@pytest.mark.parametrize("host", [plainly, called])
@pytest.mark.parametrize("words", ["Thanks!", "谢谢"])
def test_small_talk_on_a_branch_that_was_left_makes_it_live(
    nested: Callable[..., Chat], host: Host, words: str
) -> None:
    chat = nested(host)
    chat.say("I like jazz.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    old_head = chat.state().config
    forked = {"messages": [HumanMessage("I live in Rome.", id="n2")]}
    chat.app.invoke(forked, after(chat, 1), context=chat.context)
    assert chat.contents() == ["The user likes jazz.", "The user lives in Rome."]
    given = {"messages": [HumanMessage(words, id="m3")]}
    chat.app.invoke(given, old_head, context=chat.context)
    assert chat.contents() == ["The user likes jazz.", "The user lives in Oslo."]


def after(chat: Chat, turns: int) -> Any:
    """The head of the thread as it was after some turns."""
    for snapshot in chat.app.get_state_history(chat.where("t1")):
        said = [one for one in snapshot.values.get("messages", []) if one.type == "human"]
        if len(said) == turns and not snapshot.next:
            return snapshot.config
    raise AssertionError(f"no checkpoint after {turns} turns")


def test_a_review_inside_is_answered_and_asked_once(nested: Callable[..., Chat]) -> None:
    chat = nested(plainly)
    chat.say("I live in Oslo.", message_id="m1")
    asked = chat.say("I am allergic to peanuts.", message_id="m2")
    assert len(asked["__interrupt__"]) == 1
    chat.answer(APPROVE)
    chat.say("I like green tea.", message_id="m3")
    assert len(chat.contents()) == 3


@pytest.mark.parametrize("host", [plainly, called])
def test_what_was_refused_is_not_asked_again(nested: Callable[..., Chat], host: Host) -> None:
    chat = nested(host)
    chat.say("I am allergic to peanuts.", message_id="m1")
    chat.answer({"type": "reject", "message": "private"})
    chat.say("I like green tea.", message_id="m2")
    again = chat.say("As I said, I am allergic to peanuts.", message_id="m3")
    assert "__interrupt__" not in again
    assert chat.contents() == ["The user likes green tea."]
    assert not any("peanut" in one for one in chat.turns())


@pytest.mark.parametrize("host", [plainly, called])
def test_a_value_that_a_person_gives_themselves_is_refused_no_more(
    nested: Callable[..., Chat], host: Host
) -> None:
    chat = nested(host)
    chat.say("My salary is 5000 euros.", message_id="m1")
    chat.answer({"type": "reject", "message": "private"})
    chat.say("My salary is 6000 euros.", message_id="m2")
    args = {"content": "The user's salary is 5000 euros."}
    chat.answer({"type": "edit", "edited_action": {"name": "add_memory", "args": args}})
    (given,) = chat.memories()
    assert given.content == args["content"]
    chat.say("As I said, my salary is 5000 euros.", message_id="m3")
    (again,) = chat.memories()
    assert (again.id, again.evidence_count) == (given.id, given.evidence_count + 1)
    assert "As I said, my salary is 5000 euros." in chat.turns()


def with_a_message_of_its_own(inner: Any) -> Any:
    """A host that words the reply itself, so that its messages have other ids than memory saw."""

    def node(state: MessagesState) -> dict[str, Any]:
        found = inner.invoke({"messages": state["messages"]})
        return {"messages": [AIMessage(found["messages"][-1].text)]}

    return node


@pytest.mark.parametrize("host", [plainly, called, with_a_message_of_its_own])
@pytest.mark.parametrize("again", [False, True])
def test_what_was_refused_is_not_indexed_with_the_next_turn(
    nested: Callable[..., Chat], host: Host, again: bool
) -> None:
    """Neither when the reply has got another id, nor when it was generated anew."""
    chat = nested(host)
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I am allergic to peanuts.", message_id="m2")
    waiting = chat.state().config
    chat.answer({"type": "reject", "message": "private"})
    if again:
        chat.app.invoke(None, waiting, context=chat.context)
    chat.say("I play chess.", message_id="m3")
    chat.say("I have a dog.", message_id="m4")
    found = chat.store.recall("ann", "peanuts allergic", limit=50).memories
    assert not any(one.scores.bm25 for one in found)
    dog = chat.store.recall("ann", "chess", limit=50).memories
    assert any("dog" in one.memory.content and one.scores.bm25 for one in dog)


@HOSTS
def test_a_session_goes_on_from_turn_to_turn(nested: Callable[..., Chat], host: Host) -> None:
    chat = nested(host)
    for number, text in enumerate(("I live in Oslo.", "I like green tea.", "I play chess."), 1):
        chat.say(text, message_id=f"m{number}")
    turns = chat.store.list_memories("ann", kinds=["turn"], limit=100)
    assert len({one.session_id for one in turns}) == 1
    assert sorted(one.position for one in turns if one.position is not None) == list(range(6))


@pytest.mark.parametrize("host", [plainly, called])
def test_a_repeated_run_finds_its_own_write(
    nested: Callable[..., Chat], host: Host, store: PostgresMemoryStore
) -> None:
    """The host breaks off after memory has committed, and goes on: one write for the turn."""
    broken: list[str] = []

    def breaking(inner: Any) -> Any:
        node = host(inner)

        def run(state: MessagesState) -> Any:
            found = node.invoke(state) if hasattr(node, "invoke") else node(state)
            if state["messages"][-1].id == "m2" and not broken:
                broken.append("once")
                raise RuntimeError("the host broke off")
            return {"messages": found["messages"][-1:]}

        return run

    chat = nested(breaking)
    chat.say("I live in Oslo.", message_id="m1")
    with pytest.raises(RuntimeError):
        chat.say("I like green tea.", message_id="m2")
    chat.app.invoke(None, chat.where("t1"), context=chat.context)
    assert broken
    assert store.stats("ann").writes == 2
    assert chat.contents() == ["The user likes green tea.", "The user lives in Oslo."]


def test_a_thread_that_was_deleted_is_begun_anew(nested: Callable[..., Chat]) -> None:
    saver = InMemorySaver()
    chat = nested(plainly, saver)
    chat.say("I live in Oslo.", message_id="m1")
    saver.delete_thread("t1")
    chat.say("I like green tea.", message_id="m1")
    chat.say("I play chess.", message_id="m2")
    known = chat.contents()
    assert {"The user likes green tea.", "The user plays chess."} <= set(known)
