"""Every form in which a review may be answered, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.graph.answers import APPROVE, PRIVATE, edit, questions, reject, respond

if TYPE_CHECKING:
    from tests.graph.conftest import Chat, ScriptedModel


@pytest.mark.parametrize(
    "answer",
    [
        {"decisions": [{"type": "accept"}]},
        [{"type": "accept", "args": None}],
        {"type": "accept"},
        {"type": "approve"},
        [{"type": "approve"}],
    ],
)
def test_older_forms_of_yes(chat: Chat, answer: Any) -> None:
    chat.say(PRIVATE)
    chat.resume(answer)
    assert len(chat.contents()) == 1


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([{"type": "ignore", "args": None}], []),
        ([{"type": "edit", "args": {"action": "add_memory", "args": {"content": "Nut allergy."}}}],
         ["Nut allergy."]),
        ({"decisions": [{"type": "edit", "args": {"content": "Nut allergy."}}]}, ["Nut allergy."]),
    ],
)  # fmt: skip
def test_older_forms_of_no_and_edit(chat: Chat, answer: Any, expected: list[str]) -> None:
    chat.say(PRIVATE)
    chat.resume(answer)
    assert chat.contents() == expected


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"decisions": []}, "0 decisions"),
        ({"decisions": [APPROVE, APPROVE]}, "2 decisions"),
        ({"decisions": "approve"}, "one decision for each item"),
        ({"decisions": [{"type": "maybe"}]}, "'maybe'"),
        ({"decisions": [{"type": None}]}, "None"),
        ({"decisions": ["approve"]}, "decision 1 is 'approve': expected {'type': 'approve'}"),
        ("approve", "one decision for each item"),
        (True, "one decision for each item"),
        ({"decisions": [{"type": "edit"}]}, "edited_action"),
        ({"decisions": [edit("  \n")]}, "blank"),
        ({"decisions": [edit("x" * 5000)]}, "content"),
        ([{"type": "edit", "edited_action": {"args": {"content": None}}}], "is None"),
        ({"decisions": [edit("Nuts.", event_from="next week")]}, "event_from"),
        ({"decisions": [edit("Nuts.", event_from=5)]}, "event_from 5 is not a time"),
        ({"decisions": [edit("Nuts.", event_from="2026-07-02T10:00:00Z",
                             event_to="2026-07-01T10:00:00Z")]}, "event_to"),
        ({"decisions": [edit("Nuts.", importance=7)]}, "importance"),
        ({"decisions": [edit("Nuts.", user_id="bob")]}, "'user_id' can't be edited"),
        ({"decisions": [edit("Nuts.", scope="bob")]}, "'scope' can't be edited"),
        ({"decisions": [edit("Nuts.", subject="Bob")]}, "'subject' can't be edited"),
        ({"decisions": [edit("Nuts.", tier="procedural")]}, "'tier' can't be edited"),
        ({"decisions": [respond(" ")]}, "message"),
    ],
)  # fmt: skip
def test_an_invalid_answer_says_why_saves_nothing_and_can_be_given_again(
    chat: Chat, answer: Any, complaint: str
) -> None:
    asked = questions(chat.say(PRIVATE))
    with pytest.raises(Exception, match=complaint):
        chat.resume(answer)
    assert chat.store.list_memories("ann") == []
    assert chat.state().next == ("confirm",)
    assert [one.value["action_requests"] for one in chat.state().interrupts] == [asked]
    chat.answer(APPROVE)
    assert len(chat.contents()) == 1


def test_a_form_may_send_back_what_it_did_not_change(chat: Chat) -> None:
    (asked,) = questions(chat.say(PRIVATE))
    unchanged = {name: str(value) for name, value in asked["args"].items() if name != "triggers"}
    chat.answer(edit(**{**unchanged, "content": "The user is allergic to nuts."}))
    assert chat.contents() == ["The user is allergic to nuts."]


def test_a_response_extracts_again_with_the_words_three_rounds_at_most(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    for _ in range(6):
        model.items.append([item("I met Alba.", confidence=0.5)])
    assert questions(chat.say("I met Alba.", message_id="m1"))
    for number in (1, 2, 3):
        assert len(questions(chat.answer(respond(f"words {number}")))) == 1
        assert model.extractions == number + 1
        assert all(f"words {known}" in model.asked[-1] for known in range(1, number + 1))
    (pause,) = chat.state().interrupts
    (configured,) = pause.value["review_configs"]
    assert configured["allowed_decisions"] == ["approve", "edit", "reject"]
    with pytest.raises(Exception, match="3 times respond is the most"):
        chat.answer(respond("words 4"))
    assert model.extractions == 4
    assert chat.state().interrupts == (pause,)
    assert chat.store.list_memories("ann") == []
    chat.answer(APPROVE)
    assert chat.contents() == ["I met Alba."]


def test_the_last_round_ends_even_beside_an_edit(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    both = [item(f"I met {name}.", confidence=0.5) for name in ("Alba", "Bruno")]
    for _ in range(5):
        model.items.append(both)
    chat.say("I met Alba. I met Bruno.", message_id="m1")
    for _ in range(3):
        assert len(questions(chat.answer(respond("hm"), respond("hm")))) == 2
    with pytest.raises(Exception, match="decision 2: 3 times respond"):
        chat.answer(edit("I met Alma."), respond("hm"))
    assert questions(chat.answer(edit("I met Alma."), reject())) == []
    assert chat.contents() == ["I met Alma."]


def test_a_new_turn_can_be_responded_to_again(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    model.items.extend([[item("I met Alba.", confidence=0.5)]] * 4)
    model.items.append([item("I met Bruno.", "m2", confidence=0.5)])
    chat.say("I met Alba.", message_id="m1")
    for _ in range(3):
        chat.answer(respond("hm"))
    chat.answer(reject())
    assert questions(chat.say("I met Bruno.", message_id="m2"))
    (pause,) = chat.state().interrupts
    assert "respond" in pause.value["review_configs"][0]["allowed_decisions"]


@pytest.mark.parametrize(
    ("said", "words", "expected"),
    [
        ("我对花生过敏。", "我对芒果过敏。", "用户对芒果过敏。"),
        ("我对花生过敏。", "不是花生，是芒果", "用户对芒果过敏。"),
        (PRIVATE, "no, mangoes", "The user is allergic to mangoes."),
    ],
)
def test_the_rules_hear_a_response_too(chat: Chat, said: str, words: str, expected: str) -> None:
    assert questions(chat.say(said, message_id="m1"))
    again = chat.answer(respond(words))
    assert [one["args"]["content"] for one in questions(again)] == [expected]
    chat.answer(APPROVE)
    assert chat.contents() == [expected]


def test_no_secret_of_a_response_is_kept(
    make_chat: Callable[..., Chat], scripted: type[ScriptedModel], item: Callable[..., Any]
) -> None:
    model = scripted()
    chat = make_chat(model=model)
    for _ in range(2):
        model.items.append([item("I met Alba.", confidence=0.5)])
    assert questions(chat.say("I met Alba.", message_id="m1"))
    chat.answer(respond("her key is sk-abcdefghijklmnopqrstuvwx0123456789"))
    assert "sk-abc" not in str(model.asked[-1])
    assert "sk-abc" not in str(chat.state().values["decisions"]["feedback"])
