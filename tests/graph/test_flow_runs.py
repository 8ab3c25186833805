"""The same turn by every way of running a graph: sync, async, streamed, every durability, again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Durability

from memory_graph.context import MemoryContext
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.answers import APPROVE, PRIVATE, reply

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


async def test_sync_and_async_runs_give_the_same(
    make_chat: Callable[..., Chat], store: PostgresMemoryStore
) -> None:
    told = ("I live in Oslo.", "hi", "Where do I live?", "I moved to Turin.", "我喜欢绿茶。")
    results = []
    for user in ("sync", "async"):
        one = make_chat(context=MemoryContext(user_id=user))
        for number, text in enumerate(told):
            if user == "sync":
                result = await asyncio.to_thread(one.say, text, "t1", f"m{number}")
            else:
                result = await one.asay(text, "t1", f"m{number}")
        seen = [
            (one.content, one.tier, one.valid_to is None)
            for one in await store.alist_memories(user, with_closed=True)
        ]
        texts = [message.text for message in result["messages"]]
        results.append(
            (texts, sorted(seen), result["written"]["counts"], result["operations"][0]["reason"])
        )
    assert results[0] == results[1]


async def test_a_review_asked_in_one_world_is_answered_in_the_other(
    make_chat: Callable[..., Chat],
) -> None:
    for user, sync_first in (("u1", True), ("u2", False)):
        chat = make_chat(context=MemoryContext(user_id=user))
        if sync_first:
            paused = await asyncio.to_thread(chat.say, PRIVATE)
            result = await chat.aanswer(APPROVE)
        else:
            paused = await chat.asay(PRIVATE)
            result = await asyncio.to_thread(chat.answer, APPROVE)
        assert paused["__interrupt__"]
        assert result["written"]["counts"]["added"] == 1
        assert any("peanuts" in one.content for one in await chat.store.alist_memories(user))


def test_streams_show_each_node_and_the_reply(chat: Chat) -> None:
    updates = []
    messages = []
    for mode, chunk in chat.app.stream(
        chat.said("I live in Oslo.", "m1"), chat.where("t1"), context=chat.context,
        stream_mode=["updates", "messages"],
    ):  # fmt: skip
        if mode == "updates":
            updates += list(chunk)
        else:
            messages.append(chunk)
    assert updates == ["observe", "retrieve", "generate", "extract", "plan", "consolidate"]
    said = "".join(
        str(one.text) for one, about in messages if about["langgraph_node"] == "generate"
    )
    assert "Oslo" in said


async def test_async_streams_end_in_the_same_state(chat: Chat) -> None:
    last: dict[str, Any] = {}
    async for chunk in chat.app.astream(
        chat.said("I live in Oslo.", "m1"), chat.where("t1"), context=chat.context,
        stream_mode="values",
    ):  # fmt: skip
        last = chunk
    assert last["written"]["counts"]["added"] == 1
    assert last["recorded"] == last["messages"][-1].id


def test_every_durability_stores_the_same_once(chat: Chat, durability: Durability) -> None:
    chat.say("I live in Oslo.", durability=durability)
    paused = chat.say(PRIVATE, durability=durability)
    assert paused["__interrupt__"]
    result = chat.answer(APPROVE, durability=durability)
    assert result["written"]["counts"]["added"] == 1
    assert len(chat.contents()) == 2
    assert "Oslo" in reply(chat.say("Where do I live?", durability=durability))
    assert chat.store.stats("ann").writes == 3


def test_g1_an_interrupt_and_its_resume_cost_one_extraction_and_one_reply(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    model.items.append([item("I think I live in Oslo", confidence=0.6)])
    chat = make_chat(model=model)
    paused = chat.say("I think I live in Oslo", message_id="m1")
    assert paused["__interrupt__"]
    assert (model.replies, model.extractions) == (1, 1)
    chat.answer(APPROVE)
    assert (model.replies, model.extractions) == (1, 1)
    assert chat.contents() == ["I think I live in Oslo"]


def test_resuming_twice_stores_once(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    first = chat.answer(APPROVE)
    again = chat.answer(APPROVE)
    assert again["written"] == first["written"]
    rerun = chat.app.invoke(None, chat.where("t1"), context=chat.context)
    assert rerun["lineage"] == first["lineage"]
    stats = chat.store.stats("ann")
    assert stats.writes == 1
    assert len(chat.contents()) == 1
    assert len(chat.turns()) == 2


def test_replaying_from_before_the_write_stores_nothing_new(chat: Chat) -> None:
    first = chat.say("I live in Oslo.", message_id="m1")
    earlier = next(
        one for one in chat.app.get_state_history(chat.where("t1")) if one.next == ("consolidate",)
    )
    replayed = chat.app.invoke(None, earlier.config, context=chat.context)
    assert replayed["written"]["already"]
    assert replayed["lineage"] == first["lineage"]
    assert chat.store.stats("ann").writes == 1


def test_facts_reach_other_threads_through_postgres_checkpoints(
    make_chat: Callable[..., Chat], postgres_saver: BaseCheckpointSaver[Any]
) -> None:
    chat = make_chat(checkpointer=postgres_saver)
    chat.say("I live in Oslo.", message_id="m1")
    paused = chat.say(PRIVATE, message_id="m2")
    assert paused["__interrupt__"]
    other_process = make_chat(checkpointer=postgres_saver)
    other_process.answer(APPROVE)
    assert len(chat.contents()) == 2
    chat.edit("m1", "I live in Rome.")
    assert "Rome" in reply(chat.say("Where do I live?", "t2"))
    assert [one for one in chat.contents() if "Oslo" in one or "peanuts" in one] == []


def test_editing_the_first_message_forgets_its_facts_everywhere(chat: Chat) -> None:
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I like green tea.", message_id="m2")
    old_head = chat.state().config
    chat.edit("m1", "I live in Rome.")
    assert "Rome" in reply(chat.say("Where do I live?", "t1"))
    assert "Rome" in reply(chat.say("Where do I live?", "t2"))
    assert not any("Oslo" in one or "tea" in one for one in chat.contents())
    back = chat.app.invoke(chat.said("Where do I live?", "m9"), old_head, context=chat.context)
    assert "Oslo" in reply(back)
    assert "Oslo" in reply(chat.say("Where do I live?", "t3"))
    assert not any("Rome" in one for one in chat.contents())


def test_editing_a_middle_message_keeps_what_came_before(chat: Chat) -> None:
    for number, text in enumerate(
        ("I like green tea.", "I live in Oslo.", "My sister is called Mira."), 1
    ):
        chat.say(text, message_id=f"m{number}")
    old_head = chat.state().config
    chat.edit("m2", "I live in Rome.")
    known = " ".join(chat.contents())
    assert "tea" in known
    assert "Rome" in known
    assert "Oslo" not in known
    assert "Mira" not in known
    assert "Rome" in reply(chat.say("Where do I live?", "t2"))
    chat.app.invoke(chat.said("Thanks!", "m9"), old_head, context=chat.context)
    known = " ".join(chat.contents())
    assert "Oslo" in known
    assert "Mira" in known
    assert "Rome" not in known


def test_an_edit_that_keeps_nothing_is_followed_at_once(chat: Chat) -> None:
    chat.say("I like green tea.", message_id="m1")
    chat.say("I live in Oslo.", message_id="m2")
    chat.edit("m2", "Thanks!")
    known = " ".join(chat.contents())
    assert "tea" in known
    assert "Oslo" not in known
