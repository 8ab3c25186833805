"""Reviews that waited while something else changed what they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.graph.answers import APPROVE, earlier, edit, questions, reject

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


def test_a_review_that_waited_too_long_is_planned_and_asked_anew(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    unsure = item("maybe Turin", value="Turin", confidence=0.6, **slot)
    model.items.extend([[unsure], [item("Oslo it is", "m2", value="Oslo", **slot)]])
    (first,) = questions(chat.say("maybe Turin", "t1", "m1"))
    assert first["name"] == "add_memory"
    earlier(chat).say("Oslo it is", "t2", "m2")
    assert chat.contents() == ["Oslo it is"]
    (second,) = questions(chat.answer(APPROVE))
    assert second["name"] == "replace_memory"
    assert second["args"]["replaces"] == "Oslo it is"
    assert chat.contents() == ["Oslo it is"]
    result = chat.answer(APPROVE)
    assert questions(result) == []
    assert chat.contents() == ["maybe Turin"]
    assert model.extractions == 2


def test_a_review_overtaken_by_a_later_word_becomes_history(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    unsure = item("maybe Turin", value="Turin", confidence=0.6, **slot)
    model.items.extend([[unsure], [item("Oslo it is", "m2", value="Oslo", **slot)]])
    chat.say("maybe Turin", "t1", "m1")
    chat.say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(APPROVE))
    assert again["name"] == "add_memory"
    assert again["args"]["reason"] == "earlier_history"
    assert again["args"]["until"]
    assert "replaces" not in again["args"]
    chat.answer(APPROVE)
    current = [one.content for one in chat.memories() if one.valid_to is None]
    assert current == ["Oslo it is"]


def test_an_edit_that_would_now_close_something_is_asked_again(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    model.items.extend(
        [
            [item("maybe Turin", value="Turin", confidence=0.6, **slot)],
            [item("Oslo it is", "m2", value="Oslo", **slot)],
        ]
    )
    assert questions(chat.say("maybe Turin", "t1", "m1"))
    earlier(chat).say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(edit("The user lives in Lyon.", value="Lyon")))
    assert again["name"] == "replace_memory"
    assert again["args"]["triggers"] == ["closes_unreviewed"]
    chat.answer(APPROVE)
    assert chat.contents() == ["The user lives in Lyon."]


def test_what_was_rejected_is_not_asked_again_when_the_rest_went_stale(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    slot = {"attribute": "lives_in", "cardinality": "single"}
    model.items.extend(
        [
            [item("maybe Turin", value="Turin", confidence=0.6, **slot),
             item("met Bruno", confidence=0.6)],
            [item("Oslo it is", "m2", value="Oslo", **slot)],
        ]
    )  # fmt: skip
    assert len(questions(chat.say("maybe Turin, met Bruno", "t1", "m1"))) == 2
    earlier(chat).say("Oslo it is", "t2", "m2")
    (again,) = questions(chat.answer(APPROVE, reject()))
    assert again["args"]["content"] == "maybe Turin"
    chat.answer(APPROVE)
    assert chat.contents() == ["maybe Turin"]
    assert "maybe Turin, [withheld]" in chat.turns()
