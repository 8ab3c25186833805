"""Refusals as they are kept, and replies without the words they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from memory_graph.conversation import id_of
from memory_graph.nodes.refusals import (
    Refused,
    liftings_of,
    place_of,
    refusal_of,
    refused_before,
    with_places,
    without_refused,
    words_of,
)
from memory_graph.review import refusal_key
from memory_graph.state import Working, with_refused
from memory_graph.types import Candidate, Evidence, Operation, Turn

SPAN = "I am allergic to peanuts"
TEXT = f"Hello! {SPAN}. Bye."
IDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z", "M"]), min_size=1)
WORDS = st.lists(
    st.sampled_from(["I", "am", "18", "in", "Oslo", "peanuts", "allergic", "花生", "过敏", "."])
)


def candidate(span: str = SPAN, message_id: str = "m1", **fields: object) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": "The user is allergic to peanuts.",
            "evidence": Evidence(role="user", span=span, message_id=message_id), **fields,
        }
    )  # fmt: skip


@given(IDS, st.sampled_from([SPAN, "peanuts", TEXT]))
def test_the_place_leads_back_to_the_words_and_holds_none(message_id: str, span: str) -> None:
    messages = [HumanMessage("Earlier.", id="m0"), HumanMessage(TEXT, id=message_id)]
    message_id = str(id_of(messages[1]))  # as turns bear it
    one = Operation(
        action="add", reason="new",
        candidate=candidate(span, message_id, attribute="allergy", value="Peanuts"),
    )  # fmt: skip
    kept = refusal_of(one, "ann", messages)
    assert words_of([kept], messages) == [Refused(span, "peanuts")]
    assert "peanut" not in kept.removesuffix(message_id)
    assert refused_before([one], [kept], "ann") == [refusal_key(one)]
    assert refused_before([one], [kept], "bob") == []
    assert words_of([kept], messages[:1]) == []
    assert words_of([kept], [HumanMessage(TEXT + "!", id=message_id)]) == []


def test_of_refusals_and_what_takes_them_back_the_last_counts() -> None:
    one, other = candidate(), candidate(content="The user is allergic to nuts.")
    keys = {}
    for name, stated in (("one", one), ("other", other)):
        operation = Operation(action="add", reason="new", candidate=stated)
        keys[name] = refusal_of(operation, "ann", [HumanMessage(TEXT, id="m1")])
    lifted = liftings_of(one, list(keys.values()), "ann")
    assert len(lifted) == 1
    assert liftings_of(one, [keys["other"]], "ann") == []
    assert liftings_of(one, [keys["one"]], "bob") == []
    held = Working(refused=[keys["one"]])
    assert with_refused(held, [keys["other"], *lifted])["refused"] == [keys["other"]]
    assert with_refused(held, [*lifted, keys["one"]])["refused"] == [keys["one"]]
    assert with_refused(held, [])["refused"] == [keys["one"]]


@pytest.mark.parametrize(
    "given_",
    [
        candidate("words of no message"), candidate(message_id="m2"), candidate(""),
        candidate(retires=True),
    ],
)  # fmt: skip
def test_what_stands_nowhere_or_states_nothing_has_no_place(given_: Candidate) -> None:
    assert place_of(given_, [HumanMessage(TEXT, id="m1")]) == ""
    one = Operation(action="add", reason="new", candidate=given_)
    assert words_of([refusal_of(one, "ann")], [HumanMessage(TEXT, id="m1")]) == []


@pytest.mark.parametrize(
    ("span", "value", "expected"),
    [
        (SPAN, "peanuts", "peanuts"), (SPAN, "PEANUTS", "PEANUTS"), (SPAN, "walnuts", ""),
        (SPAN, None, ""), ("I am 18", "18", ""), ("I earn 6000 euros", "6000", "6000"),
        ("yes, I smoke", "yes", ""), ("我对花生过敏", "花生", "花生"),
    ],
)  # fmt: skip
def test_a_value_is_looked_for_if_the_words_name_it(
    span: str, value: str | None, expected: str
) -> None:
    messages = [HumanMessage(span, id="m1")]
    place = place_of(candidate(span, attribute="a", value=value), messages)
    (found,) = words_of([place], messages)
    assert found.value.casefold() == expected.casefold()


def test_what_was_refused_is_not_noted_a_second_time() -> None:
    messages = [HumanMessage(TEXT, id="m1")]
    refusal = refusal_of(
        Operation(action="add", reason="new", candidate=candidate()), "a", messages
    )
    assert with_places([refusal], [candidate(), candidate()], messages) == [refusal]
    (place,) = with_places([], [candidate(), candidate()], messages)
    assert refusal.endswith(place)


@given(WORDS, WORDS, st.booleans())
def test_a_reply_states_nothing_of_it_and_the_user_keeps_their_words(
    reply: list[str], said: list[str], is_tool: bool
) -> None:
    refused = Refused("我对花生过敏 I am allergic to peanuts", "peanuts")
    turns = [
        Turn(role="user", content=" ".join(said) or "?"),
        Turn(role="tool" if is_tool else "assistant", content=" ".join(reply) or "?"),
    ]
    first, second = without_refused(turns, [refused])
    assert first == turns[0]
    if refused.is_told_in(first.content):
        assert second == turns[1]
    else:
        assert not any(refused.is_told_in(one) for one in second.content.split("."))
    if not set(reply) & {"peanuts", "allergic", "花生", "过敏"}:
        assert second == turns[1]
