"""What one user of a shared thread refuses is refused for that user alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from langgraph.graph import START, MessagesState, StateGraph

from memory_graph.context import MemoryContext
from memory_graph.graph import build_memory_graph

if TYPE_CHECKING:
    from memory_graph.settings import Settings
    from tests.graph.conftest import Chat

TEXTS = pytest.mark.parametrize("text", ["I am allergic to peanuts.", "我对花生过敏。"])
APPROVE, REJECT = {"type": "approve"}, {"type": "reject", "message": "private"}


@pytest.fixture(params=["memory", "postgres", "nested"])
def ann(
    request: pytest.FixtureRequest,
    kept_by: Callable[..., Any],
    make_chat: Callable[..., Chat],
    settings: Settings,
) -> Chat:
    """One of the users of a thread, kept in memory, by LangGraph's checkpointer, or by a host."""
    chat = make_chat(checkpointer=kept_by(request.param))
    if request.param != "nested":
        return chat
    inner = build_memory_graph(model="offline", settings=settings).compile()
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(
        MessagesState, context_schema=MemoryContext
    )
    builder.add_node("memory", inner)
    builder.add_edge(START, "memory")
    app = builder.compile(store=chat.store, checkpointer=chat.app.checkpointer)
    return type(chat)(app, chat.store)


@TEXTS
def test_the_same_words_of_another_user_are_asked_about_and_stored(ann: Chat, text: str) -> None:
    bob = ann.as_user("bob")
    assert "__interrupt__" in ann.say(text, message_id="m1")
    ann.answer(REJECT)
    assert "__interrupt__" in bob.say(text, message_id="m2")
    bob.answer(APPROVE)
    assert len(bob.contents()) == 1
    assert text in bob.turns()
    assert not any(word in one for one in bob.turns() for word in ("withheld", "redacted"))

    for again in ("m3", "m4"):
        assert "__interrupt__" not in ann.say(text, message_id=again)
    assert ann.contents() == []
    assert text not in ann.turns()


@TEXTS
def test_each_of_two_refusals_holds(ann: Chat, text: str) -> None:
    bob = ann.as_user("bob")
    for number, one in enumerate((ann, bob)):
        assert "__interrupt__" in one.say(text, message_id=f"a{number}")
        one.answer(REJECT)
    for number, one in enumerate((ann, bob)):
        assert "__interrupt__" not in one.say(text, message_id=f"b{number}")
        assert one.contents() == []
        assert text not in one.turns()
