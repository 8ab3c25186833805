"""Edits on the real runtime: what is stored agrees with itself, and is planned again by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.answering import answer_review
from memory_graph.context import MemoryContext
from memory_graph.errors import ReviewError
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Operation

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel

APPROVE, REJECT = {"type": "approve"}, {"type": "reject", "message": "no"}
EN = ("I live in {}.", "The user lives in {}.", "Berlin", "Munich", "Oslo")
ZH = ("我住在{}。", "用户住在{}。", "北京", "上海", "杭州")


def edit(**args: Any) -> dict[str, Any]:
    return {"type": "edit", "edited_action": {"name": "add_memory", "args": args}}


def asked(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        one for pause in result.get("__interrupt__", ()) for one in pause.value["action_requests"]
    ]


def always(operation: Operation, context: MemoryContext) -> str | None:
    return None if operation.action == "reinforce" else "always"


@pytest.fixture
def careful(make_chat: Callable[..., Chat]) -> Chat:
    """A graph without a model that asks about everything it would add or close."""
    return make_chat(policy=ReviewPolicy(rules=(always,)))


def slots(chat: Chat) -> list[tuple[str, str | None, str | None]]:
    """Sentence, attribute and value of what is open."""
    return sorted((one.content, one.attribute, one.value) for one in chat.memories())


@pytest.mark.parametrize("words", [EN, ZH])
@pytest.mark.parametrize("by", ["value", "content", "form"])
def test_an_edit_of_either_changes_both_and_a_later_word_replaces_it(
    careful: Chat, words: tuple[str, ...], by: str
) -> None:
    said, stored, old, new, later = words
    (shown,) = asked(careful.say(said.format(old), message_id="m1"))
    sentence = stored.format(new)
    args = {
        "value": {"value": new}, "content": {"content": sentence},
        "form": {**shown["args"], "content": sentence},
    }[by]  # fmt: skip
    result = careful.answer(edit(**args))
    assert asked(result) == []
    assert result["written"]["counts"]["added"] == 1
    assert slots(careful) == [(sentence, "lives_in", new)]

    (again,) = asked(careful.say(said.format(later), message_id="m2"))
    assert (again["name"], again["args"]["replaces"]) == ("replace_memory", sentence)
    careful.answer(APPROVE)
    assert slots(careful) == [(stored.format(later), "lives_in", later)]
    found = careful.store.recall("ann", later, kinds=["fact"]).memories
    assert [one.memory.value for one in found] == [later]


@pytest.mark.parametrize("words", [EN, ZH])
@pytest.mark.parametrize("by", ["value", "content"])
def test_an_edit_to_what_is_stored_already_reinforces_it(
    careful: Chat, words: tuple[str, ...], by: str
) -> None:
    said, stored, old, new, _ = words
    careful.say(said.format(new), message_id="m1")
    careful.answer(APPROVE)
    (before,) = careful.memories()
    (shown,) = asked(careful.say(said.format(old), message_id="m2"))
    assert shown["name"] == "replace_memory"
    args = {"value": new} if by == "value" else {"content": stored.format(new)}
    result = careful.answer(edit(**args))
    assert asked(result) == []
    assert [one["action"] for one in result["operations"]] == ["reinforce"]
    (after,) = careful.memories()
    assert (after.id, after.content) == (before.id, stored.format(new))
    assert after.evidence_count == before.evidence_count + 1
    careful.say(said.format(new), message_id="m3")
    assert len(careful.memories()) == 1


@pytest.mark.parametrize("words", [EN, ZH])
def test_an_edit_to_what_was_refused_takes_the_refusal_back(
    careful: Chat, words: tuple[str, ...]
) -> None:
    """What a person states themselves is their later word."""
    said, stored, old, new, _ = words
    careful.say(said.format(new), message_id="m1")
    careful.answer(REJECT)
    assert careful.contents() == []
    careful.say(said.format(old), message_id="m2")
    result = careful.answer(edit(content=stored.format(new)))
    assert asked(result) == []
    assert slots(careful) == [(stored.format(new), "lives_in", new)]

    (before,) = careful.memories()
    again = careful.say(said.format(new), message_id="m3")
    assert [one["action"] for one in again["operations"]] == ["reinforce"]
    (after,) = careful.memories()
    assert after.evidence_count == before.evidence_count + 1


@pytest.mark.parametrize(
    ("text", "content", "old"),
    [
        ("I am allergic to peanuts. I am allergic to walnuts.",
         "The user is allergic to walnuts.", "peanuts"),
        ("I am allergic to walnuts. I am allergic to peanuts.",
         "The user is allergic to walnuts.", "peanuts"),
        ("我对花生过敏。我对核桃过敏。", "用户对核桃过敏。", "花生"),
        ("我对核桃过敏。我对花生过敏。", "用户对核桃过敏。", "花生"),
    ],
)  # fmt: skip
def test_so_does_one_in_the_same_answer(careful: Chat, text: str, content: str, old: str) -> None:
    both = asked(careful.say(text, message_id="m1"))
    assert len(both) == 2
    correction = edit(content=content)
    result = careful.answer(
        *(correction if old in one["args"]["content"] else REJECT for one in both)
    )
    assert asked(result) == []
    assert careful.contents() == [content]


@pytest.mark.parametrize("words", [EN, ZH])
def test_an_edited_replacement_still_replaces_what_was_shown(
    careful: Chat, words: tuple[str, ...]
) -> None:
    said, stored, old, new, later = words
    careful.say(said.format(old), message_id="m1")
    careful.answer(APPROVE)
    (shown,) = asked(careful.say(said.format(new), message_id="m2"))
    assert shown["args"]["replaces"] == stored.format(old)
    result = careful.answer(edit(value=later))
    assert result["written"]["counts"]["superseded"] == 1
    assert slots(careful) == [(stored.format(later), "lives_in", later)]


@pytest.mark.parametrize(
    ("words", "lost"), [(EN, "The user settled down for good."), (ZH, "用户想搬家。")]
)
def test_words_that_say_no_slot_close_nothing_and_are_asked_again(
    careful: Chat, words: tuple[str, ...], lost: str
) -> None:
    said, stored, old, new, later = words
    careful.say(said.format(old), message_id="m1")
    careful.answer(APPROVE)
    waiting = asked(careful.say(said.format(new), message_id="m2"))
    for wrong in (
        {"content": lost},
        {"value": ""},
        {"content": stored.format(old), "value": later},
    ):
        with pytest.raises(ReviewError, match="'value'"):
            answer_review(
                careful.app, careful.where("t1"), [edit(**wrong)], context=careful.context
            )
        assert [one.value["action_requests"] for one in careful.state().interrupts] == [waiting]
        assert slots(careful) == [(stored.format(old), "lives_in", old)]
    careful.answer(edit(content=lost, value=later))
    assert slots(careful) == [(lost, "lives_in", later)]


@pytest.mark.parametrize(
    ("words", "lost"), [(EN, "The user settled down for good."), (ZH, "用户想搬家。")]
)
def test_words_that_say_no_slot_are_a_fact_of_their_own(
    careful: Chat, words: tuple[str, ...], lost: str
) -> None:
    said, stored, old, new, _ = words
    careful.say(said.format(old), message_id="m1")
    careful.answer(edit(content=lost))
    assert slots(careful) == [(lost, None, None)]
    (shown,) = asked(careful.say(said.format(new), message_id="m2"))
    assert shown["name"] == "add_memory"
    careful.answer(APPROVE)
    assert slots(careful) == sorted([(lost, None, None), (stored.format(new), "lives_in", new)])


@pytest.mark.parametrize(
    ("spans", "attribute", "old", "new"),
    [
        (("My home is Berlin", "I moved to Oslo"), "home city", "Berlin", "Munich"),
        (("我家在北京", "我搬到杭州了"), "居住城市", "北京", "上海"),
    ],
)
def test_attributes_of_a_chat_model_are_kept(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any],
    spans: tuple[str, str], attribute: str, old: str, new: str,
) -> None:  # fmt: skip
    first, second = spans
    slot = {"attribute": attribute, "cardinality": "single"}
    model = scripted()
    chat = make_chat(model=model)
    model.items.extend(
        [
            [item(first, value=old, entities=[old], confidence=0.6, **slot)],
            [item(second, "m2", value="Oslo", **slot)],
        ]
    )
    assert asked(chat.say(first, message_id="m1"))
    chat.answer(edit(content=first.replace(old, new)))
    (stored,) = chat.memories()
    assert (stored.attribute, stored.value, stored.entities) == (
        attribute, new, (new.casefold(),)
    )  # fmt: skip
    result = chat.say(second, message_id="m2")
    assert result["written"]["counts"]["superseded"] == 1
    assert chat.contents() == [second]


def test_an_event_moves_with_its_words(make_chat: Callable[..., Chat]) -> None:
    chat = make_chat(
        policy=ReviewPolicy(rules=(always,)),
        context=MemoryContext(user_id="ann", timezone="Europe/Berlin"),
    )
    chat.say("I have a dentist appointment on 2 July 2099 at 15:00.", message_id="m1")
    chat.answer(edit(event_from="2099-12-03T15:00:00Z"))
    (stored,) = chat.memories()
    assert stored.content == "Dentist appointment is on Thursday 3 December 2099 at 16:00."
    assert stored.value == "2099-12-03T16:00"
    assert stored.event_from == datetime(2099, 12, 3, 15, tzinfo=UTC)


async def test_edits_under_ainvoke(careful: Chat) -> None:
    await careful.asay("我对花生过敏。", message_id="m1")
    result = await careful.aanswer(edit(value="芒果"))
    assert asked(result) == []
    assert slots(careful) == [("用户对芒果过敏。", "allergy:mango", "芒果")]
