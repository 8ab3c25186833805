"""What is said after a turn was read belongs to the next one: it is read there, not just kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Command

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

PRIVATE = "I am allergic to peanuts."
LATE = HumanMessage("I live in Oslo.", id="m2")
HOME = "The user lives in Oslo."


def with_the_answer(chat: Chat, decision: Any) -> None:
    command: Command[Any] = Command(resume={"decisions": [decision]}, update={"messages": [LATE]})
    chat.app.invoke(command, chat.where("t1"), context=chat.context)


def into_the_state(chat: Chat, decision: Any) -> None:
    waiting = chat.app.update_state(chat.where("t1"), {"messages": [LATE]}, as_node="plan")
    chat.app.invoke(None, waiting, context=chat.context)
    chat.answer(decision)


@pytest.mark.parametrize("send", [with_the_answer, into_the_state])
@pytest.mark.parametrize("kind", ["approve", "reject"])
def test_a_message_beside_an_answer_is_read_by_the_next_turn(
    chat: Chat, send: Callable[..., None], kind: str
) -> None:
    chat.say(PRIVATE, message_id="m1")
    send(chat, {"type": kind})
    assert not any("Oslo" in one for one in chat.turns())
    chat.say("I play chess.", message_id="m3")
    assert {HOME, "The user plays chess."} <= set(chat.contents())
    assert len(chat.contents()) == (3 if kind == "approve" else 2)
    assert len(chat.turns()) == 5
    assert chat.store.stats("ann").writes == 2


def test_a_reply_beside_an_answer_is_of_the_turn(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    late = {"messages": [AIMessage("Passed on to the kitchen.", id="a2")]}
    command: Command[Any] = Command(resume=[{"type": "approve"}], update=late)
    chat.app.invoke(command, chat.where("t1"), context=chat.context)
    assert chat.turns()[-1] == "Passed on to the kitchen."


def test_words_in_response_are_read_with_what_came_along(chat: Chat) -> None:
    chat.say(PRIVATE, message_id="m1")
    with_the_answer(chat, {"type": "respond", "message": "It was meant for the doctor."})
    waiting = chat.state().interrupts[0].value["action_requests"]
    chat.answer(*[{"type": "approve"}] * len(waiting))
    assert HOME in chat.contents()
    assert LATE.text in chat.turns()
