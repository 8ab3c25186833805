"""The default policy: which operations need a person, and for which reasons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.context import MemoryContext
from memory_graph.errors import ConfigurationError
from memory_graph.nodes.plan import make_plan
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Candidate, Evidence, Operation

CONTEXT = MemoryContext(user_id="ann")


def operation(action: str = "add", role: str = "user", **fields: Any) -> Operation:
    values = {"tier": "semantic", "kind": "fact", "content": "x", "confidence": 0.95, **fields}
    evidence = Evidence.model_validate({"role": role, "span": "x"})
    candidate = Candidate.model_validate({**values, "evidence": evidence})
    return Operation.model_validate({"action": action, "reason": "new", "candidate": candidate})


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (operation(), ()),
        (operation(confidence=0.8), ()),
        (operation(confidence=0.79), ("low_confidence",)),
        (operation(sensitivity="health"), ("sensitive_health",)),
        (
            operation(sensitivity="location", confidence=0.1),
            ("sensitive_location", "low_confidence"),
        ),
        (operation(role="tool"), ("untrusted_source",)),
        (operation(role="document"), ("untrusted_source",)),
        (operation(role="operator"), ()),
        (operation(tier="procedural", kind="rule"), ("procedural",)),
        (operation("supersede"), ()),
        (operation("supersede", confidence=0.9), ()),
        (operation("supersede", confidence=0.89), ("closes_trusted",)),
        (operation("supersede", role="tool"), ("untrusted_source", "closes_trusted")),
        (operation("retire", role="assistant"), ("closes_trusted",)),
        (operation("retire"), ()),
        (operation("doubt", confidence=0.4), ("low_confidence",)),
        (operation("reinforce", confidence=0.1, sensitivity="health"), ()),
        (operation("skip", confidence=0.1, sensitivity="health"), ()),
        (Operation(action="retire", reason="newer_value", target_id="x"), ()),
    ],
)
def test_triggers(one: Operation, expected: tuple[str, ...]) -> None:
    assert ReviewPolicy().triggers(one, CONTEXT) == expected


@pytest.mark.parametrize(("replans", "expected"), [(0, ()), (3, ()), (4, ("loop",))])
def test_planning_again_and_again_is_a_loop(replans: int, expected: tuple[str, ...]) -> None:
    assert ReviewPolicy().triggers(operation(), CONTEXT, replans=replans) == expected


def test_business_rules_are_added_and_see_the_context() -> None:
    def large(one: Operation, context: MemoryContext) -> str | None:
        return (
            f"large for {context.user_id}"
            if one.candidate and len(one.candidate.content) > 3
            else None
        )

    policy = ReviewPolicy(rules=(large, large, lambda one, context: None))
    assert policy.triggers(operation(content="long text"), CONTEXT) == ("large for ann",)
    assert policy.triggers(operation(), CONTEXT) == ()
    assert policy.triggers(operation("skip", content="long text"), CONTEXT) == ()


def test_thresholds_can_be_chosen() -> None:
    strict = ReviewPolicy(min_confidence=0.99, explicit_confidence=0.99)
    assert strict.triggers(operation("supersede"), CONTEXT) == ("low_confidence", "closes_trusted")


def about_homes(one: Operation, context: MemoryContext) -> str | None:
    return "home" if one.candidate and one.candidate.attribute == "lives_in" else None


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"rules": about_homes}, r"rules=<function about_homes .*: give .* rules=\(about_homes,\)"),
        ({"rules": (about_homes, "money")}, "rules holds 'money': a rule is a function"),
        ({"rules": ("a", "b")}, "rules holds 'a'"),
        ({"rules": "money"}, "rules='money': give"),
        ({"rules": None}, "rules=None: give"),
        ({"min_confidence": 80}, "min_confidence=80: .* from 0 to 1"),
        ({"min_confidence": -0.1}, "min_confidence=-0.1"),
        ({"min_confidence": "0.8"}, "min_confidence='0.8'"),
        ({"explicit_confidence": 9}, "explicit_confidence=9"),
        ({"max_replans": -1}, "max_replans=-1: .* whole number"),
        ({"max_replans": 1.5}, "max_replans=1.5"),
    ],
)  # fmt: skip
def test_a_policy_that_can_not_work_is_told_where_it_is_made(
    options: dict[str, Any], told: str
) -> None:
    with pytest.raises(ConfigurationError, match=told):
        ReviewPolicy(**options)


def test_rules_may_come_as_a_list_and_the_policy_stays_as_it_was_made() -> None:
    rules = [about_homes]
    policy = ReviewPolicy(rules=rules)  # type: ignore[arg-type]
    rules.clear()
    assert policy.rules == (about_homes,)


def test_a_rule_in_place_of_a_policy_is_told() -> None:
    with pytest.raises(ConfigurationError, match=r"policy=<function .*ReviewPolicy\(rules="):
        make_plan(policy=about_homes)  # type: ignore[arg-type]


@given(
    st.floats(0, 1), st.sampled_from(["none", "health", "money"]), st.sampled_from(["user", "tool"])
)
def test_less_trust_never_asks_less(confidence: float, sensitivity: str, role: str) -> None:
    policy = ReviewPolicy()
    base = set(policy.triggers(operation("supersede"), CONTEXT))
    weaker = operation("supersede", role, confidence=min(confidence, 0.95), sensitivity=sensitivity)
    assert base <= set(policy.triggers(weaker, CONTEXT))


def test_review_marks_each_operation_and_changes_nothing_else() -> None:
    given_ones = [operation(), operation(confidence=0.5)]
    marked = ReviewPolicy().review(given_ones, CONTEXT)
    assert [one.triggers for one in marked] == [(), ("low_confidence",)]
    assert [one.model_copy(update={"triggers": ()}) for one in marked] == given_ones
