"""What is told is stored once and recalled elsewhere: the graph on its ordinary paths."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.embeddings import Embeddings
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Durability

from memory_graph.context import MemoryContext
from memory_graph.effects import Effect
from memory_graph.errors import StoreUnavailableError
from memory_graph.graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

APPROVE = {"type": "approve"}
PRIVATE = "I am allergic to peanuts."
ODD_USERS = ("a.b@x.io", "王 五", "007", "7", "%", "_", "x" * 300, "a_b:c", "langgraph")


def reply(result: dict[str, Any]) -> str:
    return str(result["messages"][-1].text)


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
    assert updates == [
        "observe", "retrieve", "generate", "extract", "plan", "confirm", "consolidate", "compact",
    ]  # fmt: skip
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
