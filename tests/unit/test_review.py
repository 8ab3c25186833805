"""Reviews as pure functions: the question, the answers, the edits, and what was decided before."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memory_graph.errors import ReviewError
from memory_graph.nodes.confirm import closed_besides
from memory_graph.review import (
    EDITABLE,
    answer_schema,
    edited,
    fingerprint,
    pending,
    read_decisions,
    refusal_key,
    with_edits,
)
from memory_graph.review_request import ALLOWED, MAX_ROUNDS, arguments, describe, review_request
from memory_graph.stores.keys import dedupe_key
from memory_graph.types import Candidate, Decision, Evidence, Operation, Relation

WHEN = datetime(2026, 7, 1, 7, tzinfo=UTC)


def candidate(**fields: Any) -> Candidate:
    values: dict[str, Any] = {
        "tier": "semantic", "kind": "fact", "content": "The user lives in Oslo.",
        "attribute": "lives_in", "value": "Oslo", "cardinality": "single", "confidence": 0.6,
        "evidence": Evidence(span="I live in Oslo"),
    }  # fmt: skip
    return Candidate.model_validate({**values, **fields})


def operation(action: str = "add", target: str | None = None, **fields: Any) -> Operation:
    return Operation.model_validate(
        {
            "action": action, "reason": "new", "candidate": candidate(**fields),
            "triggers": ("low_confidence",), "target_id": target,
            "target_content": "The user lives in Rome." if target else None,
        }
    )  # fmt: skip


TWO = [operation(), operation(content="The user likes tea.", attribute=None, value=None)]


@pytest.mark.parametrize(
    ("action", "name"),
    [("add", "add_memory"), ("supersede", "replace_memory"), ("retire", "retire_memory"),
     ("reinforce", "reinforce_memory"), ("doubt", "doubt_memory")],
)  # fmt: skip
def test_each_action_has_its_name_and_all_answers(action: str, name: str) -> None:
    request = review_request([operation(action, "t")], "en")
    assert request["action_requests"][0]["name"] == name
    assert request["review_configs"] == [{"action_name": name, "allowed_decisions": list(ALLOWED)}]


def test_after_three_rounds_respond_is_not_offered_nor_taken() -> None:
    answer = [{"type": "respond", "message": "hm"}]
    for rounds in range(MAX_ROUNDS):
        assert (
            review_request([operation()], "en", rounds=rounds)["review_configs"]
            == (review_request([operation()], "en")["review_configs"])
        )
        assert read_decisions(answer, [operation()], rounds)[0].type == "respond"
    (config,) = review_request([operation()], "en", rounds=MAX_ROUNDS)["review_configs"]
    assert config["allowed_decisions"] == ["approve", "edit", "reject"]
    with pytest.raises(ReviewError, match="decision 1: 3 times respond is the most: approve"):
        read_decisions(answer, [operation()], MAX_ROUNDS)
    with pytest.raises(ValidationError, match="3 times respond is the most"):
        answer_schema([operation()], MAX_ROUNDS).model_validate(answer)
    for kind in ("approve", "reject", "accept", "ignore"):
        assert read_decisions([{"type": kind}], [operation()], MAX_ROUNDS)


def test_one_configuration_for_each_name() -> None:
    request = review_request([operation(), operation("supersede", "t"), operation()], "en")
    assert [one["action_name"] for one in request["review_configs"]] == [
        "add_memory", "replace_memory",
    ]  # fmt: skip
    assert len(request["action_requests"]) == 3


def test_what_is_shown_of_an_operation() -> None:
    shown = arguments(operation("supersede", "t", event_from=WHEN), ZoneInfo("Asia/Shanghai"))
    assert shown["replaces"] == "The user lives in Rome."
    assert shown["event_from"] == "2026-07-01T15:00:00+08:00"
    assert shown["evidence"] == "I live in Oslo"
    assert shown["triggers"] == ["low_confidence"]
    assert None not in shown.values()
    assert "known" in arguments(operation("add", "t"))
    bare = Operation(action="retire", reason="x", target_id="t", target_content="old")
    assert arguments(bare) == {"known": "old", "target_id": "t", "reason": "x", "triggers": []}


def test_what_it_closes_besides_is_shown_with_it() -> None:
    alone, asked_too = (
        Operation(action="retire", reason="newer_value", target_id=name, target_content=name)
        for name in ("Lyon", "Rome")
    )
    found = [operation("supersede", "t"), alone, operation(), asked_too, operation("add")]
    assert closed_besides(found, [0, 2, 3, 4]) == [["Lyon"], [], [], []]
    assert closed_besides(found, [4]) == [[]]
    request = review_request([found[0], found[2]], "en", None, [["Lyon"], []])
    first, second = request["action_requests"]
    assert first["args"]["closes_besides"] == ["Lyon"]
    assert "Also no longer true: “Lyon”" in first["description"]
    assert "closes_besides" not in second["args"]
    assert "同时失效：“Lyon”" in describe(found[0], "zh", ["Lyon"])


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Replace “The user lives in Rome.” with"),
        ("zh", "用新内容替换“The user lives in Rome.”"),
    ],
)
def test_the_question_in_words(language: Any, expected: str) -> None:
    told = describe(operation("supersede", "t"), language)
    assert expected in told
    assert "I live in Oslo" in told
    assert "low_confidence" in told


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"type": "approve"}, Decision(type="approve")),
        ({"type": "accept"}, Decision(type="approve")),
        ({"type": "accept", "args": None}, Decision(type="approve")),
        ({"type": "reject", "message": "no"}, Decision(type="reject", message="no")),
        ({"type": "ignore"}, Decision(type="reject")),
        ({"type": "respond", "message": "hm"}, Decision(type="respond", message="hm")),
        ({"type": "response", "args": "hm"}, Decision(type="respond", message="hm")),
        ({"type": "edit", "edited_action": {"name": "x", "args": {"content": "New."}}},
         Decision(type="edit", content="New.")),
        ({"type": "edit", "args": {"action": "x", "args": {"value": "Rome"}}},
         Decision(type="edit", changes={"value": "Rome"})),
        ({"type": "edit", "args": {"content": "New.", "tier": "semantic"}},
         Decision(type="edit", content="New.")),
    ],
)  # fmt: skip
def test_forms_of_a_decision(given: dict[str, Any], expected: Decision) -> None:
    for answer in ({"decisions": [given]}, [given], given):
        assert read_decisions(answer, [operation()]) == [expected]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"decisions": [{"type": "approve"}]}, "1 decisions but 2 items"),
        ({"decisions": 7}, "one decision for each item"),
        ("approve", "one decision for each item"),
        ([{"type": "approve"}, None], "decision 2 is None"),
        ([{"type": "approve"}, {}], "decision 2: type None"),
        ([{"type": "approve"}, {"type": "Approve"}], "decision 2: type 'Approve'"),
        ([{"type": "approve"}, {"type": "edit", "args": "text"}], "decision 2: an edit needs"),
        ([{"type": "approve"}, {"type": "edit", "args": {"content": 5}}], "decision 2.* is 5"),
        ([{"type": "approve"}, {"type": "respond", "message": ""}], "decision 2: a respond needs"),
        (
            [{"type": "edit", "args": {"subject": "Bob"}}, {"type": "approve"}],
            "decision 1: 'subject'",
        ),
    ],
)
def test_a_wrong_answer_names_the_item(answer: Any, complaint: str) -> None:
    with pytest.raises(ReviewError, match=complaint):
        read_decisions(answer, TWO)


def test_there_is_nothing_to_edit_in_a_bare_retirement() -> None:
    bare = Operation(action="retire", reason="newer_value", target_id="t")
    with pytest.raises(ReviewError, match="nothing to edit"):
        read_decisions([{"type": "edit", "args": {"content": "New."}}], [bare])


def test_the_schema_takes_right_answers_and_tells_what_is_wrong() -> None:
    schema = answer_schema(TWO)
    held = schema.model_validate([{"type": "accept"}, {"type": "ignore"}])
    assert [one.type for one in read_decisions(held, TWO)] == ["approve", "reject"]
    with pytest.raises(ValidationError, match="1 decisions but 2 items"):
        schema.model_validate({"decisions": [{"type": "approve"}]})


def edit(**changes: Any) -> Decision:
    return Decision(type="edit", content=changes.pop("content", None), changes=changes)


def test_an_edit_counts_as_the_persons_own_word() -> None:
    assert edited(candidate(), edit(importance=0.9)).confidence == 1.0
    assert edited(candidate(), edit(event_from="2026-07-01T10:00:00Z")).event_from is not None


@pytest.mark.parametrize(
    ("content", "value", "entities", "relations"),
    [
        ("The user lives in Rome.", "Rome", ("Rome", "Mira"), (("user", "in", "Rome"),)),
        ("The user sails a lot.", None, ("Mira",), ()),
        ("The user lives in Oslo, with Mira.", "Oslo", ("Oslo", "Mira"), (("user", "in", "Oslo"),)),
        ("The user lives in OSLO.", "Oslo", ("Oslo", "Mira"), (("user", "in", "Oslo"),)),
    ],
)
def test_new_words_keep_only_labels_that_still_stand(
    content: str, value: str | None, entities: tuple[str, ...], relations: tuple[Any, ...]
) -> None:
    old = candidate(
        entities=("Oslo", "Mira"), relations=(Relation(source="user", name="in", target="Oslo"),)
    )
    new = edited(old, edit(content=content))
    assert (new.content, new.value, new.entities) == (content, value, entities)
    assert tuple((one.source, one.name, one.target) for one in new.relations) == relations
    assert edited(old, edit(content="Rome it is.", value="Rome")).value == "Rome"


odd = st.sampled_from([None, "", " ", "Rome", "Ro\x00me", "2026-07-01T10:00:00Z", "x" * 5000])
anything = odd | st.integers() | st.floats() | st.booleans() | st.lists(st.none(), max_size=1)


@given(st.dictionaries(st.sampled_from(EDITABLE), anything))
def test_an_edit_is_a_candidate_of_the_same_owner_or_an_error_of_ours(
    changes: dict[str, Any],
) -> None:
    answer = [{"type": "edit", "args": changes}]
    try:
        (decision,) = read_decisions(answer, [operation()])
    except ReviewError:
        return
    new = edited(candidate(), decision)
    assert new.subject == "user"
    assert new.tier == "semantic"
    assert new.evidence == candidate().evidence
    assert new.content


def test_only_undecided_operations_are_asked_about() -> None:
    plain = operation().model_copy(update={"triggers": ()})
    ones = [operation(), plain, operation("supersede", "t")]
    assert pending(ones, []) == [0, 2]
    assert pending(ones, [fingerprint(ones[0])]) == [2]
    moved = operation("supersede", "another")
    assert pending([moved], [fingerprint(ones[2])]) == [0]


def test_refusing_to_forget_does_not_refuse_the_fact() -> None:
    fact, other = operation(), operation("supersede", "t")
    forget = operation("retire", "t", retires=True)
    assert refusal_key(fact) == refusal_key(other)
    assert refusal_key(forget) != refusal_key(fact)
    assert refusal_key(forget) != refusal_key(operation("retire", "t2", retires=True))


def test_edits_are_kept_for_what_they_correct() -> None:
    new = edited(candidate(), edit(content="The user lives in Rome.", value="Rome"))
    held = {str(dedupe_key(candidate())): new.model_dump(mode="json")}
    other = candidate(value="Lyon", content="The user lives in Lyon.")
    assert with_edits([candidate(), other], held) == [new, other]


def test_what_was_corrected_can_be_corrected_again() -> None:
    first = edited(candidate(), edit(value="Rome"))
    second = edited(first, edit(value="Lyon"))
    back = edited(second, edit(value="Oslo"))
    held = {
        str(dedupe_key(old)): new.model_dump(mode="json")
        for old, new in ((candidate(), first), (first, second))
    }
    assert with_edits([candidate()], held) == [second]
    assert with_edits([candidate()], {str(dedupe_key(candidate())): back.model_dump()}) == [back]
    around = held | {str(dedupe_key(second)): back.model_dump(mode="json")}
    assert with_edits([candidate()], around)[0].value == "Oslo"
