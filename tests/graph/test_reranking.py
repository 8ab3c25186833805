"""The chat model as re-ranker in the graph: its order, and that nobody sees it at work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from langchain.chat_models import init_chat_model

from memory_graph.rerank import ChatReranker
from memory_graph.settings import Settings

if TYPE_CHECKING:
    from tests.graph.conftest import Chat


@pytest.fixture
def reranked(make_chat: Callable[..., Chat], settings: Settings, openai_server: Any) -> Chat:
    """A chat whose second memory is put first by the model on the loopback server."""
    judge = init_chat_model("gpt-4o-mini", model_provider="openai", max_retries=0)
    chat = make_chat(reranker=ChatReranker(judge), settings=settings)
    for number, text in enumerate(["I live in Oslo.", "I work at Siemens."]):
        chat.say(text, message_id=f"m{number}")
    scores = [{"number": 1, "score": 0.1}, {"number": 2, "score": 0.9}]
    openai_server.data({"scores": scores})
    return chat


def check(state: Any) -> None:
    block = state.values["recalled"]
    assert block["degraded"] is False
    ranks = [one["scores"]["rerank"] for one in block["memories"][:2]]
    assert ranks == [0.9, 0.1]


def test_a_re_rankers_words_are_no_part_of_the_chat(reranked: Chat) -> None:
    seen = reranked.app.stream(
        reranked.said("Where do I live?", "q1"), reranked.where("t2"),
        context=reranked.context, stream_mode="messages",
    )  # fmt: skip
    nodes = {one[1]["langgraph_node"] for one in seen}
    assert nodes == {"generate"}
    check(reranked.state("t2"))


async def test_nor_in_an_event_loop(reranked: Chat) -> None:
    seen = reranked.app.astream(
        reranked.said("Where do I live?", "q1"), reranked.where("t2"),
        context=reranked.context, stream_mode="messages",
    )  # fmt: skip
    nodes = {one[1]["langgraph_node"] async for one in seen}
    assert nodes == {"generate"}
    check(reranked.state("t2"))
