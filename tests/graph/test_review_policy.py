"""What a person is asked about, and what happens in each mode of oversight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Candidate, Evidence, Operation
from tests.graph.answers import APPROVE, PRIVATE, questions

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


def closes_trusted_items(item: Callable[..., Any]) -> list[dict[str, Any]]:
    slot = {"attribute": "lives_in", "cardinality": "single"}
    return [item("perhaps Turin", value="Turin", confidence=0.85, **slot)]


@pytest.mark.parametrize(
    ("fields", "trigger"),
    [
        ({"sensitivity": "health"}, "sensitive_health"),
        ({"sensitivity": "money"}, "sensitive_money"),
        ({"sensitivity": "credentials"}, "sensitive_credentials"),
        ({"confidence": 0.79}, "low_confidence"),
        ({"kind": "rule"}, "procedural"),
        ({"attribute": "lives_in", "value": "Turin", "cardinality": "single", "confidence": 0.85},
         "closes_trusted"),
        ({"kind": "event"}, "calendar"),
    ],
)  # fmt: skip
def test_what_the_policy_asks_about(
    make_chat: Callable[..., Chat],
    scripted: type[ScriptedModel],
    item: Callable[..., Any],
    fields: dict[str, Any],
    trigger: str,
) -> None:
    def calendar(operation: Operation, context: MemoryContext) -> str | None:
        candidate = operation.candidate
        return "calendar" if candidate and candidate.kind == "event" else None

    model = scripted()
    chat = make_chat(model=model, policy=ReviewPolicy(rules=(calendar,)))
    oslo = Candidate(
        tier="semantic", kind="fact", content="The user lives in Oslo.", attribute="lives_in",
        value="Oslo", cardinality="single", evidence=Evidence(span="I live in Oslo."),
    )  # fmt: skip
    chat.store.remember("ann", oslo)
    model.items.append([item("This is about Turin", **fields)])
    (asked,) = questions(chat.say("This is about Turin", message_id="m1"))
    assert asked["args"]["triggers"] == [trigger]
    if trigger == "closes_trusted":
        assert asked["name"] == "replace_memory"
        assert asked["args"]["replaces"] == "The user lives in Oslo."
        assert "Oslo" in asked["description"]
    assert chat.contents() == ["The user lives in Oslo."]
    chat.answer(APPROVE)
    assert "This is about Turin" in chat.contents()
    assert ("The user lives in Oslo." in chat.contents()) == (trigger != "closes_trusted")


def test_the_users_own_clear_word_needs_nobody(chat: Chat) -> None:
    chat.say("I live in Oslo.")
    result = chat.say("I live in Turin.")
    assert questions(result) == []
    assert result["written"]["counts"]["superseded"] == 1
    assert len(chat.contents()) == 1


def test_on_the_loop_commits_at_once_and_shows_it(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", oversight="on_the_loop"))
    events = list(
        chat.app.stream(
            chat.said(PRIVATE, "m1"), chat.where("t1"), context=chat.context, stream_mode="custom"
        )
    )
    (event,) = events
    (shown,) = event["memory_written"]
    assert shown["action"] == "add"
    assert shown["triggers"] == ["sensitive_health"]
    (stored,) = chat.memories()
    assert shown["memory_id"] == stored.id
    chat.store.retire("ann", shown["memory_id"], reason="veto")
    assert chat.contents() == []


def test_out_of_the_loop_withholds_what_needs_a_person(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(context=MemoryContext(user_id="ann", oversight="out_of_the_loop"))
    result = chat.say(f"I live in Oslo. {PRIVATE}", message_id="m1")
    assert questions(result) == []
    assert len(chat.contents()) == 1
    assert "Oslo" in chat.contents()[0]
    assert not any("peanuts" in one for one in chat.turns())
    asked = make_chat(context=MemoryContext(user_id="ann")).say(PRIVATE, "t2")
    assert len(questions(asked)) == 1


@pytest.mark.parametrize("oversight", ["on_the_loop", "out_of_the_loop"])
def test_without_checkpointer_only_a_review_is_refused(
    make_chat: Callable[..., Chat], oversight: Any
) -> None:
    chat = make_chat(checkpointer=None)
    chat.app.invoke(chat.said("I live in Oslo.", None), context=chat.context)
    assert len(chat.contents()) == 1
    with pytest.raises(ConfigurationError, match="checkpointer"):
        chat.app.invoke(chat.said(PRIVATE, None), context=chat.context)
    assert len(chat.contents()) == 1
    free = make_chat(checkpointer=None, context=MemoryContext(user_id="ann", oversight=oversight))
    free.app.invoke(free.said(PRIVATE, None), context=free.context)
    assert len(chat.contents()) == (2 if oversight == "on_the_loop" else 1)
