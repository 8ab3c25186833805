"""What is told is stored once and recalled elsewhere: the graph on its ordinary paths."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.embeddings import Embeddings
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.answers import APPROVE, reply

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

ODD_USERS = ("a.b@x.io", "王 五", "007", "7", "%", "_", "x" * 300, "a_b:c", "langgraph")


@pytest.mark.parametrize(
    ("told", "asked", "expected"),
    [
        ("I live in Oslo.", "Where do I live?", "Oslo"),
        ("My sister is called Mira.", "What is my sister called?", "Mira"),
        ("我住在杭州。", "我住在哪里？", "杭州"),
        ("我在青柠科技做测试。", "我在哪里工作？", "青柠科技"),
    ],
)
def test_what_is_told_is_recalled_in_another_thread(
    chat: Chat, told: str, asked: str, expected: str
) -> None:
    chat.say(told, "t1")
    answer = chat.say(asked, "t2")
    assert expected in reply(answer)
    assert any(expected in one["memory"]["content"] for one in answer["recalled"]["memories"])
    assert not answer["recalled"]["degraded"]
    assert expected not in reply(chat.as_user("bob").say(asked, "t3"))


@pytest.mark.parametrize(
    "sent",
    [
        [("user", "I live in Oslo."), ("user", "I play chess.")],
        [("system", "Be kind."), ("user", "I live in Oslo."), ("user", "I play chess.")],
        [("user", "I live in Oslo."), ("user", "I play chess."), ("user", "Thanks!")],
        [("user", "I own a boat."), ("assistant", "Nice."), ("user", "I live in Oslo."),
         ("user", "I play chess.")],
    ],
)  # fmt: skip
def test_messages_sent_together_are_all_remembered(chat: Chat, sent: list[tuple[str, str]]) -> None:
    chat.app.invoke({"messages": sent}, chat.where("t1"), context=chat.context)
    assert chat.contents() == ["The user lives in Oslo.", "The user plays chess."]


def test_client_ids_may_repeat_from_thread_to_thread(chat: Chat) -> None:
    chat.say("I live in Oslo.", "t1", "1")
    asked = chat.say("Where do I live?", "t2", "1")
    kinds = [one["memory"]["kind"] for one in asked["recalled"]["memories"]]
    assert "fact" in kinds
    assert "Oslo" in reply(asked)


@pytest.mark.parametrize("greeting", ["hi", "Thanks!", "你好", "好的，谢谢！"])
def test_small_talk_stores_nothing_and_asks_the_store_nothing(
    chat: Chat, store_calls: list[str], greeting: str
) -> None:
    result = chat.say(greeting)
    assert result["sensory"]["route"] == "small_talk"
    assert reply(result)
    assert store_calls == []
    assert chat.store.stats("ann").writes == 0


def test_small_talk_later_in_a_thread_keeps_what_was_known(chat: Chat) -> None:
    first = chat.say("I live in Oslo.")
    second = chat.say("Thanks!")
    assert second["lineage"] == first["lineage"]
    assert chat.store.stats("ann").writes == 1
    assert not any("Thanks" in one for one in chat.turns())
    assert "Oslo" in reply(chat.say("Where do I live?"))


@pytest.mark.parametrize(
    ("text", "candidates", "calls"),
    [("What is the weather like on Mars?", 0, 2), ("I live in Oslo.", 1, 3)],
)
def test_a_turn_costs_as_many_store_calls_as_it_must(
    chat: Chat, store_calls: list[str], text: str, candidates: int, calls: int
) -> None:
    chat.say("I like green tea.")
    store_calls.clear()
    result = chat.say(text)
    assert len(result["candidates"]) == candidates
    assert len(store_calls) == calls
    assert text in chat.turns()


def test_a_turn_without_candidates_stores_its_raw_turns_only(chat: Chat) -> None:
    result = chat.say("What is the weather like on Mars?")
    assert result["candidates"] == []
    assert chat.contents() == []
    assert chat.turns()[0] == "What is the weather like on Mars?"
    assert len(chat.turns()) == 2
    assert result["written"]["counts"]["turns"] == 2


def test_keep_turns_off_stores_memories_only(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(keep_turns=False)
    chat.say("I live in Oslo.")
    chat.say("What is the weather like on Mars?")
    assert chat.turns() == []
    assert len(chat.contents()) == 1


def test_users_never_see_each_other(chat: Chat) -> None:
    for number, user in enumerate(ODD_USERS):
        chat.store.remember(user, f"Secret number {number} is kept here.")
    for number, user in enumerate(ODD_USERS):
        own = f"Secret number {number} is kept here."
        mine = chat.as_user(user)
        asked = mine.say("Which secret number is kept here?", f"t-{number}")
        found = {one["memory"]["content"] for one in asked["recalled"]["memories"]}
        assert found == {own}, user
        assert mine.contents() == [own]
        told = mine.say("I live in Oslo.", f"t-{number}")
        assert told["written"]["counts"]["added"] == 1
        assert len(mine.turns()) == 4


@pytest.mark.parametrize("nested", [False, True])
def test_users_of_one_thread_are_not_indexed_with_each_others_words(
    make_chat: Callable[..., Chat], nested: bool
) -> None:
    """Each reads the thread, but what is erased for one must not stay in the rows of another."""
    chat = make_chat()
    if nested:
        builder: StateGraph[Any, Any, Any, Any] = StateGraph(
            MessagesState, context_schema=MemoryContext
        )
        builder.add_node("memory", build_memory_graph(model="offline").compile())
        builder.add_edge(START, "memory")
        app = builder.compile(store=chat.store, checkpointer=InMemorySaver())
        chat = replace(chat, app=app)
    bob = chat.as_user("bob")
    bob.say("I play chess.", message_id="b1")
    chat.say("My hobby is falconry.", message_id="a1")
    bob.say("I like green tea.", message_id="b2")
    bob.say("I have a dog.", message_id="b3")
    assert not chat.store.recall("bob", "falconry", limit=50).memories
    near = chat.store.recall("bob", "green tea", limit=50).memories
    assert any("dog" in one.memory.content and one.scores.bm25 for one in near)


def test_tenants_and_agents_are_walls_too(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", tenant="acme"))
    chat.say("I live in Oslo.")
    for context in (
        MemoryContext(user_id="ann"), MemoryContext(user_id="ann", tenant="other"),
        MemoryContext(user_id="ann", tenant="acme", agent_id="helper"),
        MemoryContext(user_id="acme:ann"),
    ):  # fmt: skip
        other = make_chat(context=context)
        assert "Oslo" not in reply(other.say("Where do I live?", "t2"))
    assert "Oslo" in reply(chat.say("Where do I live?", "t2"))


@pytest.mark.parametrize(
    "text",
    ["My key is sk_test_ABCDEFGH12345678, I live in Oslo.", "密钥为sk_test_ABCDEFGH12345678请记住"],
)
def test_secrets_are_masked_in_everything_stored(chat: Chat, text: str) -> None:
    result = chat.say(text)
    if result.get("__interrupt__"):
        chat.answer(*[APPROVE for _ in result["__interrupt__"][0].value["action_requests"]])
    stored = chat.store.list_memories("ann", limit=1000)
    assert len(stored) >= 2
    assert not any("ABCDEFGH12345678" in one.model_dump_json() for one in stored)
    assert result["sensory"]["findings"]


def test_asking_twenty_times_stores_no_new_memory(chat: Chat) -> None:
    chat.say("I live in Oslo and I like green tea.")
    stored = chat.contents()
    assert stored
    for number in range(20):
        answer = chat.say("Where do I live?", "t1" if number % 2 else f"other-{number}")
        assert "Oslo" in reply(answer)
    assert chat.contents() == stored


def test_recalled_memories_are_never_extracted_again(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    chat.store.remember("ann", "The user lives in Oslo.")
    spans = ("The user lives in Oslo.", "Where do I live?")
    for number in range(3):
        model.items.append([item(spans[0], f"m{number}")])
        result = chat.say(spans[1], "t1", f"m{number}")
        assert result["dropped"] == [{"reason": "no_evidence", "message_id": f"m{number}"}]
    assert chat.contents() == ["The user lives in Oslo."]


def test_vectors_come_from_the_embedder_given(
    make_chat: Callable[..., Chat], settings: Settings, tied: ExitStack, hashed_words: Embeddings
) -> None:
    with_vectors = PostgresMemoryStore(settings=settings, embeddings=hashed_words)
    chat = make_chat(store=tied.enter_context(with_vectors))
    chat.say("I live in Oslo.")
    found = chat.store.recall("ann", "live in Oslo")
    assert "vector" in found.arms
    assert found.memories[0].scores.vector is not None
    assert "Oslo" in reply(chat.say("Where do I live?", "t2"))


async def test_many_users_at_once_stay_apart(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat()
    cities = ("Oslo", "Rome", "Turin", "Lyon", "Porto", "Bergen")
    users = [chat.as_user(f"user-{number}") for number in range(len(cities))]
    await asyncio.gather(
        *(
            one.asay(f"I live in {city}.", f"t-{city}")
            for one, city in zip(users, cities, strict=True)
        )
    )
    for one, city in zip(users, cities, strict=True):
        stored = await one.store.alist_memories(one.context.scope, tiers=["semantic"])
        assert [city in memory.content for memory in stored] == [True]


def test_a_run_without_checkpointer_remembers_for_everyone(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(checkpointer=None)
    first = chat.app.invoke(chat.said("I live in Oslo.", None), context=chat.context)
    assert first["written"]["counts"]["added"] == 1
    second = chat.app.invoke(chat.said("I live in Oslo.", None), context=chat.context)
    assert second["written"]["counts"]["reinforced"] == 1
    asked = chat.app.invoke(chat.said("Where do I live?", None), context=chat.context)
    assert "Oslo" in reply(asked)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**21, 1e22, 2**63 - 1])
def test_a_number_of_any_size_beside_a_memory_stops_no_turn(chat: Chat, number: float) -> None:
    """A checkpoint holds whole numbers of 64 bits; what is larger comes as its digits."""
    value = {"text": "The treasury is worth a lot.", "wei": [number, {"more": number}]}
    chat.store.put(("ann", "notes"), "treasury", value)
    answer = chat.say("What is the treasury worth?")
    (shown,) = (one["memory"]["data"] for one in answer["recalled"]["memories"])
    large = str(int(number))
    kept = int(number) if abs(number) < 2**63 else large
    assert shown["wei"] == [kept, {"more": kept}]
    assert chat.state().values["recalled"] == answer["recalled"]
    found = chat.store.get(("ann", "notes"), "treasury")
    assert found is not None
    assert found.value["wei"][0] == number


def test_the_turns_of_one_write_are_listed_as_items_in_the_order_they_were_said(chat: Chat) -> None:
    for number in range(6):
        chat.say(f"What is {number} and {number}?", message_id=f"m{number}")
    items = chat.store.search(("ann", "episodic"), limit=100)
    said = [one.value["content"] for one in items if one.value["kind"] == "turn"]
    assert said[1::2] == [f"What is {number} and {number}?" for number in reversed(range(6))]
    assert not any(one.startswith("What is") for one in said[::2])
