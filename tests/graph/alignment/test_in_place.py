"""A message changed in place: its branch follows the new words, as if the message were edited."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph, build_remember_graph
from memory_graph.state import MemoryState
from memory_graph.stores.branch import Branch
from tests.graph.alignment.walk_words import SENTENCES
from tests.graph.conftest import Chat

if TYPE_CHECKING:
    from langgraph.types import Durability

    from memory_graph.settings import Settings
    from memory_graph.stores.postgres import PostgresMemoryStore
    from tests.graph.conftest import ScriptedModel

Way = Callable[[Chat, str, str], None]
"""Changes a message by its id and lets the conversation go on."""


def sent_again(chat: Chat, text: str, message_id: str) -> None:
    chat.say(text, message_id=message_id)


def with_its_reply_taken_out(chat: Chat, text: str, message_id: str) -> None:
    gone = RemoveMessage(str(chat.state().values["messages"][-1].id))
    said = [gone, HumanMessage(text, id=message_id)]
    chat.app.invoke({"messages": said}, chat.where("t1"), context=chat.context)


def by_update_state(chat: Chat, text: str, message_id: str) -> None:
    said = {"messages": [HumanMessage(text, id=message_id)]}
    chat.app.update_state(chat.where("t1"), said)
    chat.say("I like jazz.", message_id="later")


def by_update_state_and_run(chat: Chat, text: str, message_id: str) -> None:
    said = {"messages": [HumanMessage(text, id=message_id)]}
    config = chat.app.update_state(chat.where("t1"), said, as_node="__start__")
    chat.app.invoke(None, config, context=chat.context)


WAYS = pytest.mark.parametrize(
    "way", [sent_again, with_its_reply_taken_out, by_update_state, by_update_state_and_run]
)


@pytest.fixture(params=["memory", "postgres"])
def chat(
    request: pytest.FixtureRequest, kept_by: Callable[..., Any], make_chat: Callable[..., Chat]
) -> Chat:
    """A chat whose threads are kept in memory, or by LangGraph's own checkpointer."""
    return make_chat(checkpointer=kept_by(request.param))


def seen(chat: Chat, snapshot: Any = None, **options: Any) -> str:
    """All that is seen, turns too: from a checkpoint, or by a reader outside."""
    if snapshot:
        where, values = snapshot.config["configurable"], snapshot.values
        options["branch"] = Branch("t1", where["checkpoint_id"], values["lineage"])
    found = chat.store.list_memories(chat.context.scope, limit=100, **options)
    return "\n".join(one.content for one in found)


@WAYS
@pytest.mark.parametrize(
    ("first", "old", "new", "gone", "stays", "comes"),
    [
        ("I play chess.", "I live in Oslo and I like tea.", "I live in Bergen and I like tea.",
         "Oslo", ("chess", "tea"), "Bergen"),
        ("我喜欢下棋。", "我住在上海，我喜欢喝茶。", "我住在北京，我喜欢喝茶。",
         "上海", ("下棋", "茶"), "北京"),
    ],
)  # fmt: skip
def test_what_only_the_old_words_said_is_gone_on_this_branch_alone(
    chat: Chat, way: Way, first: str, old: str, new: str, gone: str, stays: tuple[str, ...],
    comes: str,
) -> None:  # fmt: skip
    chat.say(first, message_id="m1")
    chat.say(old, message_id="m2")
    before = chat.state()
    assert gone in seen(chat)
    way(chat, new, "m2")
    for told in (seen(chat), seen(chat, chat.state())):
        assert gone not in told
        assert all(one in told for one in (*stays, comes))
    clock = datetime.fromisoformat(before.values["clock"])
    for told in (seen(chat, before), seen(chat, as_of=clock)):
        assert gone in told
        assert comes not in told
    chat.say("I play the piano.", message_id="m9")
    assert gone not in seen(chat)
    assert comes in seen(chat, chat.state())
    chat.app.invoke(chat.said("I have a cat.", "m10"), before.config, context=chat.context)
    assert gone in seen(chat)
    assert comes not in seen(chat)


@WAYS
def test_what_the_old_words_replaced_holds_again(chat: Chat, way: Way) -> None:
    chat.say("I live in Rome.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    assert "Rome" not in "".join(chat.contents())
    way(chat, "I like green tea.", "m2")
    assert "The user lives in Rome." in chat.contents()
    assert "Oslo" not in seen(chat)


@WAYS
def test_the_very_first_message_can_be_changed(chat: Chat, way: Way) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    way(chat, "I live in Bergen.", "m1")
    assert "Oslo" not in seen(chat)
    assert "The user lives in Bergen." in chat.contents()
    assert chat.store.stats("ann").trees == 1


def approved(chat: Chat, thread: str) -> list[str]:
    """What is known once everything that waits is approved."""
    while waiting := chat.state(thread).interrupts:
        asked = waiting[0].value["action_requests"]
        chat.answer(*[{"type": "approve"}] * len(asked), thread=thread)
    return chat.contents()


@pytest.mark.parametrize("seed", range(10))
def test_a_change_in_place_does_what_a_fork_does(make_chat: Callable[..., Chat], seed: int) -> None:
    dice = random.Random(seed)
    ann = make_chat()
    bob, count = ann.as_user("bob"), 0
    for _ in range(8):
        said = dice.choice(SENTENCES).text
        if count and dice.random() < 0.5:
            dice.choice([sent_again, by_update_state_and_run])(ann, said, f"m{count}")
            bob.edit(f"m{count}", said, "t2")
        else:
            count += 1
            ann.say(said, "t1", f"m{count}")
            bob.say(said, "t2", f"m{count}")
        assert approved(ann, "t1") == approved(bob, "t2"), said


def test_what_another_message_says_too_stays(chat: Chat) -> None:
    chat.say("I like jazz.", message_id="m1")
    chat.say("I like jazz and tea.", message_id="m2")
    chat.say("I live in Oslo.", message_id="m2")
    assert "The user likes jazz." in chat.contents()
    assert "tea" not in seen(chat)


def test_a_message_changed_to_small_talk_says_nothing_any_more(chat: Chat) -> None:
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    chat.say("Thanks!", message_id="m2")
    assert "Oslo" not in seen(chat)
    assert "Oslo" not in seen(chat, chat.state())
    assert "chess" in seen(chat)


def test_the_reply_to_the_changed_words_does_not_know_the_old_ones(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Any
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    model.items.extend([[item("I live in Oslo", "m1")]])
    chat.say("I live in Oslo", message_id="m1")
    chat.say("Where do I live?", message_id="m1")
    assert "Oslo" not in model.prompts[-1]


def test_the_next_turn_is_not_indexed_with_a_reply_to_the_old_words(chat: Chat) -> None:
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    for town in ("Bergen", "Turin"):
        chat.say(f"I live in {town}.", message_id="m2")
    chat.say("Is it far from here?", message_id="m3")
    for town in ("Oslo", "Bergen"):
        found = chat.store.recall("ann", town, limit=50).memories
        assert not any(one.scores.bm25 for one in found)


@pytest.mark.parametrize("text", ["I am allergic to peanuts.", "我对花生过敏。"])
def test_words_that_are_changed_back_find_what_they_wrote(chat: Chat, text: str) -> None:
    chat.say("I play chess.", message_id="m1")
    chat.say(text, message_id="m2")
    chat.answer({"type": "approve"})
    known = chat.contents()
    chat.say("I live in Oslo.", message_id="m2")
    assert chat.contents() != known
    assert "__interrupt__" not in chat.say(text, message_id="m2")
    assert chat.contents() == known
    assert not any("Oslo" in one for one in chat.turns())
    chat.say("I like tea.", message_id="m3")
    assert set(known) < set(chat.contents())


@WAYS
def test_a_run_on_changed_words_that_is_repeated_writes_nothing_twice(chat: Chat, way: Way) -> None:
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo and I like tea.", message_id="m2")
    way(chat, "I live in Bergen and I like tea.", "m2")
    known, writes = chat.contents(), chat.store.stats("ann").writes
    history = list(chat.app.get_state_history(chat.where("t1")))
    for name in ("observe", "plan", "consolidate"):
        before = next(one.config for one in history if one.next == (name,))
        chat.app.invoke(None, before, context=chat.context)
        assert chat.contents() == known
        assert "Oslo" not in seen(chat)
        assert "Oslo" not in seen(chat, chat.state())
    assert chat.store.stats("ann").writes == writes


def test_what_only_the_old_words_had_pinned_is_pinned_no_longer(chat: Chat) -> None:
    chat.say("I am allergic to peanuts.", message_id="m1")
    chat.answer({"type": "approve"})
    assert chat.state().values["working"]["pocket"]
    chat.say("I live in Oslo.", message_id="m1")
    assert not chat.state().values["working"]["pocket"]


def test_what_another_user_said_in_the_thread_is_not_theirs_to_change(chat: Chat) -> None:
    bob = chat.as_user("bob")
    chat.say("I live in Oslo.", message_id="m1")
    bob.say("I live in Rome.", message_id="m1")
    bob.say("I like tea.", message_id="m2")
    assert chat.contents() == ["The user lives in Oslo."]
    assert bob.contents() == ["The user likes tea.", "The user lives in Rome."]


async def test_in_an_event_loop_too(make_chat: Callable[..., Chat], durability: Durability) -> None:
    chat = make_chat()
    await chat.asay("I live in Oslo.", message_id="m1", durability=durability)
    await chat.asay("I live in Bergen.", message_id="m1", durability=durability)
    assert chat.contents() == ["The user lives in Bergen."]
    assert "Oslo" not in seen(chat, await chat.app.aget_state(chat.where("t1")))


@pytest.mark.parametrize("options", [{"keep_turns": False}, {"strict": True}])
def test_the_old_words_give_way_to_words_of_which_nothing_is_kept(
    make_chat: Callable[..., Chat], options: dict[str, Any]
) -> None:
    chat = make_chat(**options)
    chat.say("I play chess.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    chat.say("What is the weather like on Mars?", message_id="m2")
    assert chat.contents() == ["The user plays chess."]
    assert "Oslo" not in seen(chat, chat.state())


def test_nobody_is_asked_or_told_twice_when_the_words_are_the_same(chat: Chat) -> None:
    chat.say("I am allergic to peanuts.", message_id="m1")
    chat.answer({"type": "approve"})
    writes = chat.store.stats("ann").writes
    for _ in range(2):
        found = chat.say("I am allergic to peanuts.", message_id="m1")
        assert "__interrupt__" not in found
    assert chat.store.stats("ann").writes == writes


def test_a_changed_message_is_asked_about_before_the_old_one_gives_way(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    found = chat.say("I am allergic to peanuts.", message_id="m1")
    assert "__interrupt__" in found
    assert "Oslo" in seen(chat)
    chat.answer({"type": "approve"})
    assert chat.contents() == ["The user is allergic to peanuts."]
    assert "Oslo" not in seen(chat)


def test_the_write_half_alone_reads_the_new_words_too(
    store: PostgresMemoryStore, settings: Settings
) -> None:
    half = build_remember_graph(model="offline", settings=settings)
    chat = Chat(half.compile(store=store, checkpointer=InMemorySaver()), store)
    for town in ("Oslo", "Bergen"):
        said = [
            HumanMessage("I play chess.", id="m1"), AIMessage("Nice!", id="a1"),
            HumanMessage(f"I live in {town}.", id="m2"), AIMessage(f"{town}, I see.", id=town),
        ]  # fmt: skip
        chat.app.invoke({"messages": said}, chat.where("t1"), context=chat.context)
        assert chat.contents() == [f"The user lives in {town}."]
    assert "Oslo" not in seen(chat)


@pytest.fixture(params=["memory", "messages"])
def hosted(request: pytest.FixtureRequest, store: PostgresMemoryStore, settings: Settings) -> Chat:
    """The graph as a node of a host that keeps all of memory's keys, or messages alone."""
    inner = build_memory_graph(model="offline", settings=settings).compile()
    state: Any = MemoryState if request.param == "memory" else MessagesState
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(state, context_schema=MemoryContext)
    builder.add_node("memory", inner, input_schema=state)
    builder.add_edge(START, "memory")
    return Chat(builder.compile(store=store, checkpointer=InMemorySaver()), store)


def test_in_a_host_the_old_words_do_not_come_back_a_turn_later(hosted: Chat) -> None:
    hosted.say("I live in Rome.", message_id="m1")
    hosted.say("I live in Oslo.", message_id="m2")
    for town in ("Bergen", "Turin", "Bergen"):
        hosted.say(f"I live in {town}.", message_id="m2")
        assert hosted.contents() == [f"The user lives in {town}."]
    hosted.say("I play chess.", message_id="m3")
    hosted.say("I like tea.", message_id="m4")
    assert hosted.contents() == [
        "The user likes tea.", "The user lives in Bergen.", "The user plays chess."
    ]  # fmt: skip
    said = [one for one in hosted.turns() if one.startswith("I ")]
    assert not any("Oslo" in one or "Turin" in one for one in said)
    assert "live in Bergen" in hosted.say("Where do I live?", message_id="m5")["messages"][-1].text
