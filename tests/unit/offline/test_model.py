"""The offline model behaves as a chat model does, and says what it can't do."""

from __future__ import annotations

from datetime import datetime

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from memory_graph.errors import ConfigurationError
from memory_graph.offline import AnswerMemory, OfflineChatModel


def test_invoke_knows_only_the_users_own_words() -> None:
    model = OfflineChatModel()
    reply = model.invoke(
        [
            SystemMessage("The user lives in Paris."),
            HumanMessage("I live in Oslo."),
            AIMessage("You live in Rome."),
            HumanMessage("Where do I live?"),
        ]
    )
    assert "Oslo" in str(reply.content)


def test_later_words_replace_earlier_ones() -> None:
    talk = [HumanMessage("我住在上海"), HumanMessage("我搬到杭州了"), HumanMessage("我住在哪里？")]
    assert "杭州" in str(OfflineChatModel().invoke(talk).content)


async def test_ainvoke_and_stream_agree() -> None:
    model = OfflineChatModel()
    whole = await model.ainvoke("Who are you?")
    parts = [str(chunk.content) for chunk in model.stream("Who are you?")]
    async_parts = [str(chunk.content) async for chunk in model.astream("Who are you?")]
    assert "".join(parts) == "".join(async_parts) == whole.content
    assert len(parts) > 1


def test_reply_uses_memories_and_pocket(now: datetime) -> None:
    model = OfflineChatModel()
    memory = AnswerMemory(content="The user lives in Oslo.", attribute="lives_in", value="Oslo")
    reply = model.reply("Where do I live?", memories=[memory], now=now, language="en")
    assert isinstance(reply, AIMessage)
    assert reply.content == "You live in Oslo."
    pinned = model.reply(
        "What is the gate code?", memories=[], now=now, language="en", pocket=["Gate code: 9911"]
    )
    assert "9911" in str(pinned.content)


def test_what_is_recalled_and_pinned_is_said_once(now: datetime) -> None:
    memory = AnswerMemory(content="The user lives in Oslo.", recorded_at=now)
    reply = OfflineChatModel().reply(
        "What do you know about me?", memories=[memory], now=now, language="en",
        pocket=["The user lives in Oslo.", "Gate code: 9911", "Gate code: 9911"],
    )  # fmt: skip
    assert str(reply.content).count("Oslo") == 1
    assert str(reply.content).count("9911") == 1


def test_empty_conversation() -> None:
    assert OfflineChatModel().invoke([SystemMessage("Be kind.")]).content


def test_stop_words() -> None:
    assert OfflineChatModel().invoke("Thanks", stop=["welcome"]).content == "You're "


def test_what_it_cannot_do() -> None:
    model = OfflineChatModel()
    assert model._llm_type == "memory-graph-offline"
    with pytest.raises(ConfigurationError, match="can't call tools"):
        model.bind_tools([])
    with pytest.raises(ConfigurationError, match="extract_candidates"):
        model.with_structured_output(dict)
