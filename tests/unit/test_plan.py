"""What a write will do with each candidate: every rule of conflict, and a few laws."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.stores import plan
from memory_graph.stores.keys import conflict_key, dedupe_key, excludes
from memory_graph.stores.plan import memory_key, plan_operations
from memory_graph.types import TRUST, Candidate, Evidence, Memory

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
BEFORE = NOW - timedelta(days=30)


def candidate(value: str | None = "Oslo", **fields: Any) -> Candidate:
    role, said = fields.pop("role", "user"), fields.pop("said", NOW)
    values: dict[str, Any] = {
        "tier": "semantic", "kind": "fact", "content": f"The user lives in {value}.",
        "attribute": "lives_in", "value": value, "cardinality": "single", "confidence": 0.95,
        "evidence": Evidence.model_validate({"role": role, "span": "x", "said_at": said}),
    }  # fmt: skip
    return Candidate.model_validate({**values, **fields})


def memory(value: str | None = "Rome", **fields: Any) -> Memory:
    since = fields.pop("since", BEFORE)
    values: dict[str, Any] = {
        "id": f"id-{value}", "scope": "ann", "tier": "semantic", "kind": "fact",
        "content": f"The user lives in {value}.", "subject": "user", "attribute": "lives_in",
        "value": value, "cardinality": "single", "valid_from": since, "recorded_at": since,
        "trust": TRUST["user"], "version": 3, "confidence": 0.95,
    }  # fmt: skip
    return Memory.model_validate({**values, **fields})


LIKES = {"attribute": "likes", "cardinality": "many"}
COFFEE = {"attribute": "preference:coffee"}


@pytest.mark.parametrize(
    ("one", "near", "expected"),
    [
        (candidate(), [], [("add", "new", None)]),
        (candidate(), [memory("Oslo")], [("reinforce", "same_fact", "id-Oslo")]),
        (candidate(" OSLO "), [memory("Oslo")], [("reinforce", "same_fact", "id-Oslo")]),
        (candidate(), [memory()], [("supersede", "newer_value", "id-Rome")]),
        (candidate(), [memory(attribute="works_in")], [("add", "new", None)]),
        (candidate(), [memory(subject="Mira")], [("add", "new", None)]),
        (candidate(), [memory(valid_to=NOW)], [("add", "new", None)]),
        (candidate(polarity=False), [memory("Oslo")], [("supersede", "newer_value", "id-Oslo")]),
        (candidate(polarity=False), [memory()], [("add", "new", None)]),
        (candidate(polarity=False), [memory(), memory("Lyon", polarity=False)],
         [("add", "new", None)]),
        (candidate(polarity=False), [memory("the Oslo")],
         [("supersede", "newer_value", "id-the Oslo")]),
        (candidate(polarity=False), [memory(None)], [("supersede", "newer_value", "id-None")]),
        (candidate(None, polarity=False), [memory()], [("supersede", "newer_value", "id-Rome")]),
        (candidate(), [memory(polarity=False)], [("add", "new", None)]),
        (candidate(), [memory("Oslo", polarity=False)],
         [("supersede", "newer_value", "id-Oslo")]),
        (candidate(), [memory("Oslo"), memory(polarity=False)],
         [("reinforce", "same_fact", "id-Oslo")]),
        (candidate(polarity=False, **COFFEE), [memory("a coffee", **COFFEE)],
         [("supersede", "newer_value", "id-a coffee")]),
        (candidate("tea", **LIKES), [memory("coffee", **LIKES)], [("add", "new", None)]),
        (candidate(role="tool"), [memory()], [("skip", "lower_trust", "id-Rome")]),
        (candidate(role="document"), [memory()], [("skip", "lower_trust", "id-Rome")]),
        (candidate(), [memory(trust=1)], [("supersede", "newer_value", "id-Rome")]),
        (candidate(said=BEFORE - timedelta(days=1)), [memory()],
         [("add", "earlier_history", "id-Rome")]),
        (candidate(confidence=0.4), [memory()], [("doubt", "weaker_rival", "id-Rome")]),
        (candidate(confidence=0.4), [memory(confidence=0.3)],
         [("supersede", "newer_value", "id-Rome")]),
        (candidate(), [memory(), memory("Lyon", since=BEFORE + timedelta(days=1))],
         [("supersede", "newer_value", "id-Lyon"), ("retire", "newer_value", "id-Rome")]),
        (candidate(retires=True), [memory("Oslo")], [("retire", "taken_back", "id-Oslo")]),
        (candidate(retires=True), [memory("Rome")], [("skip", "nothing_to_retire", None)]),
        (candidate(None, retires=True), [memory("Rome")], [("retire", "taken_back", "id-Rome")]),
        (candidate(retires=True), [], [("skip", "nothing_to_retire", None)]),
        (candidate(None, attribute=None, retires=True, replaces_hint="review with Zhang"),
         [memory(attribute=None, value=None, content="Product review with Zhang at 3."),
          memory("x", attribute=None, content="Lunch with Mira.")],
         [("retire", "taken_back", "id-None")]),
    ],
)  # fmt: skip
def test_rules(
    one: Candidate, near: list[Memory], expected: list[tuple[str, str, str | None]]
) -> None:
    planned = plan_operations([one], near)
    assert [(op.action, op.reason, op.target_id) for op in planned] == expected
    for op in planned:
        assert op.target_id is None or op.target_version == 3
        assert op.triggers == ()


@pytest.mark.parametrize(
    ("batch", "expected"),
    [
        ([candidate(), candidate()], ["new", "duplicate_in_batch"]),
        ([candidate("Oslo"), candidate("Rome")], ["replaced_in_batch", "new"]),
        (
            [candidate("Oslo"), candidate("Rome"), candidate("Oslo")],
            ["new", "replaced_in_batch", "duplicate_in_batch"],
        ),
        ([candidate(retires=True), candidate()], ["nothing_to_retire", "new"]),
        ([candidate("Oslo"), candidate("Rome", polarity=False)], ["new", "replaced_in_batch"]),
        ([candidate("Rome", polarity=False), candidate("Oslo")], ["replaced_in_batch", "new"]),
        ([candidate("Oslo"), candidate("Oslo", polarity=False)], ["replaced_in_batch", "new"]),
        ([candidate("Oslo", polarity=False), candidate("Rome", polarity=False)], ["new", "new"]),
        ([candidate("Oslo", polarity=False), candidate("Rome"), candidate("Rome", polarity=False)],
         ["replaced_in_batch", "replaced_in_batch", "new"]),
        ([candidate("tea", **LIKES), candidate("coffee", **LIKES)], ["new", "new"]),
        ([candidate(None), candidate(None, subject="Mira"), candidate(None, polarity=False),
          candidate(None, content="The user lives in None.", **LIKES)],
         ["replaced_in_batch", "new", "new", "new"]),
        ([candidate("tea", **LIKES), candidate("TEA", **LIKES), candidate("tea!", **LIKES)],
         ["new", "duplicate_in_batch", "new"]),
        ([], []),
    ],
)  # fmt: skip
def test_inside_one_batch(batch: list[Candidate], expected: list[str]) -> None:
    assert [one.reason for one in plan_operations(batch, [])] == expected


def test_history_ends_when_the_next_value_began() -> None:
    back = candidate("Lyon", said=NOW, event_from=BEFORE - timedelta(days=90))
    (op,) = plan_operations([back], [memory()])
    assert (op.reason, op.ends) == ("earlier_history", BEFORE)
    ended = candidate(
        "Lyon", event_from=BEFORE - timedelta(days=90), event_to=BEFORE - timedelta(days=60)
    )
    (op,) = plan_operations([ended], [memory()])
    assert op.ends == BEFORE - timedelta(days=60)


values = st.sampled_from(["Oslo", "Rome", "Lyon", None])
slots_and_lists = st.sampled_from([("lives_in", "single"), ("likes", "many")])
candidates = st.builds(
    lambda value, slot, **rest: candidate(value, attribute=slot[0], cardinality=slot[1], **rest),
    values, slots_and_lists, role=st.sampled_from(["user", "tool", "assistant"]),
    confidence=st.floats(0, 1), retires=st.booleans(), polarity=st.booleans(),
)  # fmt: skip
memories = st.lists(
    st.builds(
        memory, values, trust=st.integers(1, 4), confidence=st.floats(0, 1), polarity=st.booleans()
    ),
    max_size=3, unique_by=lambda one: one.id,
)  # fmt: skip


@given(st.lists(candidates, max_size=4), memories)
def test_laws_of_planning(batch: list[Candidate], near: list[Memory]) -> None:
    planned = plan_operations(batch, near)
    known = {one.id: one for one in near}
    assert {one.candidate for one in planned if one.candidate} == set(batch)
    for one in planned:
        assert one.target_id is None or one.target_id in known
        if one.action == "supersede" and one.candidate and one.target_id:
            assert known[one.target_id].trust <= TRUST[one.candidate.evidence.role]
            assert conflict_key(one.candidate) is not None
        if one.action == "reinforce" and one.candidate and one.target_id:
            assert memory_key(known[one.target_id]) == dedupe_key(one.candidate)
    filled = [
        one.candidate
        for one in planned
        if one.action in {"add", "supersede"} and one.candidate and one.ends is None
    ]
    for mine, other in itertools.combinations(filled, 2):
        if (slot := conflict_key(mine)) and slot == conflict_key(other):
            assert not excludes(mine, other)
    slots = [conflict_key(each) for each in filled if conflict_key(each)]
    if not near:
        stated = [
            conflict_key(one)
            for one, operation in zip(batch, planned, strict=True)
            if not one.retires and operation.reason != "taken_back_in_batch"
        ]
        assert set(slots) == {slot for slot in stated if slot}


@pytest.mark.parametrize(
    ("batch", "actions"),
    [
        ((candidate("Oslo"), candidate("Oslo", retires=True)), ["skip", "skip"]),
        ((candidate("Oslo", retires=True), candidate("Oslo")), ["skip", "add"]),
        ((candidate("Oslo"), candidate("Rome", retires=True)), ["add", "skip"]),
        ((candidate("Oslo"), candidate("Oslo", retires=True), candidate("Oslo")),
         ["skip", "skip", "add"]),
        ((candidate("Oslo"), candidate("Rome"), candidate("Rome", retires=True)),
         ["add", "skip", "skip"]),
    ],
)  # fmt: skip
def test_what_is_taken_back_in_one_breath_is_not_kept(
    batch: tuple[Candidate, ...], actions: list[str]
) -> None:
    assert [one.action for one in plan_operations(batch, [])] == actions


def test_planning_what_is_stored_changes_nothing() -> None:
    stored = [memory("Oslo"), memory("tea", **LIKES), memory("coffee", **LIKES)]
    again = [candidate("Oslo"), candidate("tea", content="x", **LIKES)]
    assert [one.action for one in plan_operations(again, stored)] == ["reinforce", "reinforce"]


def test_each_memory_around_a_batch_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told again by the thousand must not be compared pair by pair."""
    looks: list[str] = []

    def watched(real: Callable[..., Any]) -> Callable[..., Any]:
        def look(*of: Any) -> Any:
            looks.append(real.__name__)
            return real(*of)

        return look

    for name in ("as_candidate", "slot_key"):
        monkeypatch.setattr(plan, name, watched(getattr(plan, name)))
    many = range(60)
    near = [memory("Oslo", id=f"id-{one}", subject=f"friend {one}") for one in many]
    told = [candidate("Oslo", subject=f"friend {one}") for one in many]
    actions = {one.action for one in plan_operations(told, near)}
    assert actions == {"reinforce"}
    assert len(looks) <= 2 * len(many)
