"""Odd and broken input: a clear word, nothing half-written, and the thread goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError, InputError, StoreUnavailableError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


@pytest.fixture(params=["memory", "postgres"])
def kept(make_chat: Callable[..., Chat], request: pytest.FixtureRequest) -> Chat:
    """The graph, its threads in memory or in Postgres."""
    if request.param == "memory":
        return make_chat()
    saver: BaseCheckpointSaver[Any] = request.getfixturevalue("postgres_saver")
    return make_chat(checkpointer=saver)


@pytest.mark.parametrize("user", ["", " ", "\n\t", "　"])
def test_an_empty_user_is_nobody_not_everybody(
    make_chat: Callable[..., Chat], store_calls: list[str], user: str
) -> None:
    chat = make_chat(context=MemoryContext(user_id=user))
    chat.store.remember("ann", "The user lives in Oslo.")
    store_calls.clear()
    with pytest.raises(InputError, match="user_id"):
        chat.say("I live in Oslo.")
    assert store_calls == []


@pytest.mark.parametrize(
    "context",
    [
        MemoryContext(user_id="x" * 513),
        MemoryContext(user_id="a\x00b"),
        MemoryContext(user_id="ann", tenant=""),
        MemoryContext(user_id="ann", agent_id=" "),
        MemoryContext(user_id="a\nb"),
    ],
)
def test_an_id_nobody_can_have_is_refused(
    make_chat: Callable[..., Chat], store_calls: list[str], context: MemoryContext
) -> None:
    chat = make_chat(context=context)
    with pytest.raises(InputError, match="id "):
        chat.say("I live in Oslo.")
    assert store_calls == []


@pytest.mark.parametrize(
    "text", ["", "   ", "\n", "\t\r\n", "\x00", "\ud83d", "\u200b\ufeff", "　"]
)
def test_a_blank_message_is_refused_and_the_thread_goes_on(
    make_chat: Callable[..., Chat],
    store_calls: list[str],
    scripted: type[ScriptedModel],
    text: str,
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    with pytest.raises(InputError, match="blank"):
        chat.say(text, message_id="m1")
    assert store_calls == []
    assert (model.replies, model.extractions) == (0, 0)
    result = chat.say("I live in Oslo.", message_id="m2")
    assert result["written"]["counts"]["turns"] == 2
    assert chat.turns() == ["I live in Oslo.", "Noted."]


@pytest.mark.parametrize(
    "messages", [[], [AIMessage("Hello.")], [SystemMessage("I live in Oslo.")]]
)
def test_without_a_user_message_there_is_nothing_to_do(
    chat: Chat, store_calls: list[str], messages: list[Any]
) -> None:
    with pytest.raises(InputError, match="no user message"):
        chat.app.invoke({"messages": messages}, chat.where("t1"), context=chat.context)
    assert store_calls == []


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("I live in Os\x00lo.", "I live in Oslo."),
        ("I live in \ud83dOslo\udc00.", "I live in Oslo."),
        ("I live in Oslo. \U0001f468‍\U0001f469‍\U0001f467 \U0001f1e8\U0001f1f3", None),
        ("我住在\x00杭\ud83d州。", "我住在杭州。"),
        ("\ufeffI live in Oslo.\x1b", "I live in Oslo."),
    ],
)
def test_f1_f2_unusable_characters_are_dropped_and_counted(
    kept: Chat, text: str, stored: str | None
) -> None:
    result = kept.say(text, message_id="m1")
    assert kept.turns()[0] == (stored or text)
    assert (result["sensory"]["removed"] > 0) == (stored is not None)
    assert len(kept.memories()) == 1
    assert result["messages"][0].text == (stored or text)
    city, question = ("杭州", "我住在哪里？") if "住" in text else ("Oslo", "Where do I live?")
    assert city in kept.say(question, message_id="m2")["messages"][-1].text


def test_f5_a_paste_of_three_hundred_kilobytes_gives_all_its_facts(kept: Chat) -> None:
    filler = "The road went on past fields of barley and small towns under a mild sky. " * 10
    paste = " ".join(f"My friend number {i} is called Fritz{i}. {filler}" for i in range(400))
    assert len(paste) > 300_000
    done = kept.say(paste, message_id="m1")
    assert done["written"]["counts"]["added"] == 400
    assert kept.turns()[0] == paste.strip()
    asked = kept.say("What is my friend number 7 called?", message_id="m2")
    assert "Fritz7" in asked["messages"][-1].text


def test_unusable_characters_in_names_and_blocks(kept: Chat) -> None:
    message = HumanMessage(
        [{"type": "text", "text": "I live in \x00Oslo."},
         {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}],
        id="m\x001", name="Mi\x00ra",
    )  # fmt: skip
    kept.app.invoke({"messages": [message]}, kept.where("t1"), context=kept.context)
    assert kept.turns()[0] == "I live in Oslo."
    assert len(kept.memories()) == 1


def test_a_message_of_pictures_only_is_no_error(kept: Chat) -> None:
    message = HumanMessage(
        [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}], id="m1"
    )
    result = kept.app.invoke({"messages": [message]}, kept.where("t1"), context=kept.context)
    assert result["messages"][-1].type == "ai"
    assert kept.contents() == []


def test_a_model_may_answer_with_unusable_characters(
    make_chat: Callable[..., Chat],
    scripted: type[ScriptedModel],
    item: Callable[..., Any],
    postgres_saver: BaseCheckpointSaver[Any],
) -> None:
    model = scripted(reply="No\x00ted \ud83d.")
    model.items.append(
        [item("I live in Oslo.", content="The user \x00lives in Oslo.", value="Os\x00lo",
              attribute="lives\x00_in", entities=["Oslo"], event_words="now\x00",
              relations=[{"source": "us\x00er", "name": "in\x00", "target": "Os\x00lo"}]),
         item("I live in Oslo.", content="Half a \ud83d character.")]
    )  # fmt: skip
    chat = make_chat(model=model, checkpointer=postgres_saver)
    result = chat.say("I live in Oslo.", message_id="m1")
    (stored,) = chat.memories()
    assert stored.content == "The user lives in Oslo."
    assert result["dropped"] == [{"reason": "answer_cut"}]
    assert "\x00" not in stored.model_dump_json()
    assert chat.turns() == ["I live in Oslo.", "Noted ."]


def test_200_kilobytes_are_taken_in_reasonable_time(kept: Chat) -> None:
    word = "好" if kept.app.checkpointer.__class__ is InMemorySaver else "word "
    text = word * (200_000 // len(word.encode())) + " I live in Oslo."
    started = time.process_time()
    result = kept.say(text, message_id="m1")
    assert time.process_time() - started < 10
    assert len(kept.turns()[0].encode()) > 190_000
    assert result["written"]["counts"]["turns"] == 2
    assert kept.say("Where do I live?", "t2")["messages"][-1].type == "ai"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("nosuch:model", "nosuch"), ("openai:text-embedding-3-small", "OPENAI_API_KEY"),
     ("gibberish", "gibberish")],
)  # fmt: skip
def test_an_unknown_or_unready_embedder_is_told_and_nothing_written(
    make_chat: Callable[..., Chat], settings: Settings, tied: ExitStack, store: PostgresMemoryStore,
    name: str, complaint: str,
) -> None:  # fmt: skip
    wrong = tied.enter_context(PostgresMemoryStore(settings=replace(settings, embeddings=name)))
    chat = make_chat(store=wrong)
    with pytest.raises(ConfigurationError, match=complaint):
        chat.say("I live in Oslo.")
    assert store.list_memories("ann") == []


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://nobody@127.0.0.1:1/none",
        "postgresql://nobody@no-such-host.invalid/none",
        "host=/nowhere dbname=x",
    ],
)
def test_a_wrong_dsn_says_what_to_check(
    make_chat: Callable[..., Chat], settings: Settings, tied: ExitStack, address: str
) -> None:
    wrong = replace(settings, dsn=address, connect_timeout_seconds=1.0)
    chat = make_chat(store=tied.enter_context(PostgresMemoryStore(settings=wrong)))
    done = chat.say("I live in Oslo.")
    assert done["written"]["degraded"]
    assert "postgresql://" in done["written"]["reason"]
    assert chat.state().values["recalled"]["degraded"]
    assert chat.state().values["messages"][-1].type == "ai"
    assert not chat.state().values.get("lineage")


def test_a_dsn_that_is_none_is_a_matter_of_settings(
    make_chat: Callable[..., Chat], settings: Settings, tied: ExitStack
) -> None:
    wrong = replace(settings, dsn="postgresql://[broken", connect_timeout_seconds=1.0)
    chat = make_chat(store=tied.enter_context(PostgresMemoryStore(settings=wrong)))
    with pytest.raises((ConfigurationError, StoreUnavailableError), match=r"DSN|dsn"):
        chat.say("I live in Oslo.")


def test_a_missing_key_is_told_before_anything_is_written(
    make_chat: Callable[..., Chat],
) -> None:
    chat = make_chat(model="openai:test-model")
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        chat.say("I live in Oslo.")
    assert chat.store.stats("ann").writes == 0


@pytest.mark.parametrize("kind", ["tool", "said_at", "name"])
def test_odd_messages_do_no_harm(chat: Chat, kind: str) -> None:
    message = HumanMessage("I live in Oslo.", id="m1")
    if kind == "said_at":
        message.additional_kwargs["said_at"] = "the day before"
    elif kind == "name":
        message.name = "王 五 <script>"
    else:
        message = HumanMessage("I live in Oslo.", id="m1", additional_kwargs={"x": object.__doc__})
    result = chat.app.invoke({"messages": [message]}, chat.where("t1"), context=chat.context)
    assert result["written"]["counts"]["added"] == 1


def test_the_time_a_message_was_said_counts(chat: Chat) -> None:
    message = HumanMessage(
        "I live in Oslo.", id="m1", additional_kwargs={"said_at": "2024-05-01T10:00:00+08:00"}
    )
    chat.app.invoke({"messages": [message]}, chat.where("t1"), context=chat.context)
    (stored,) = chat.memories()
    assert stored.valid_from.isoformat().startswith("2024-05-01T02:00")


def test_a_failure_inside_a_commit_leaves_nothing_behind(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> str:
        raise StoreUnavailableError("pulled the plug")

    with monkeypatch.context() as patched:
        patched.setattr("memory_graph.stores.commit.finish_write", broken)
        done = chat.say("I live in Oslo.", message_id="m1")
        assert done["written"] == {
            "number": None, "degraded": True, "reason": "pulled the plug"
        }  # fmt: skip
    assert chat.store.list_memories("ann") == []
    assert chat.store.stats("ann").writes == 0
    result = chat.say("I like green tea.", message_id="m2")
    assert result["written"]["counts"]["added"] == 2
    assert len(chat.contents()) == 2
    assert len(chat.turns()) == 4
