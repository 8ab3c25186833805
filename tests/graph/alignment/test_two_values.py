"""What the random walk brought to light, told as short stories."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from memory_graph.stores.branch import Branch
from memory_graph.types import Candidate, Evidence, Operation

if TYPE_CHECKING:
    from tests.graph.conftest import Chat

APPROVE = {"type": "approve"}
REJECT = {"type": "reject", "message": "no"}
LOW, HIGH = "The user's salary is 5000 euros.", "The user's salary is 6000 euros."


@pytest.fixture
def torn(chat: Chat) -> Chat:
    """A user with two salaries: one said on a branch that was left and is now live again."""
    chat.say("Where do I live?", "b", "m1")
    fork = chat.state("b").config
    chat.say("My salary is 5000 euros.", "b", "m2")
    chat.answer(APPROVE, thread="b")
    left = chat.state("b").config
    chat.app.invoke(chat.said("Where is my salary?", "m2x"), fork, context=chat.context)
    chat.say("My salary is 6000 euros.", "a", "m1")
    chat.answer(APPROVE, thread="a")
    chat.app.invoke(chat.said("Where do I live?", "m3"), left, context=chat.context)
    assert chat.contents() == [LOW, HIGH]
    return chat


def test_a_refused_value_closes_none_of_those_it_would_replace(torn: Chat) -> None:
    asked = torn.say("My salary is 7000 euros.", "c", "m1")
    (request,) = asked["__interrupt__"][0].value["action_requests"]
    assert {request["args"]["replaces"], *request["args"]["closes_besides"]} == {LOW, HIGH}
    assert LOW in request["description"]
    assert HIGH in request["description"]
    torn.answer(REJECT, thread="c")
    assert torn.contents() == [LOW, HIGH]
    again = torn.say("My salary is 7000 euros.", "c", "m2")
    assert [one["reason"] for one in again["operations"]] == ["refused_before"]
    assert torn.contents() == [LOW, HIGH]


def test_what_rules_withhold_closes_nothing(torn: Chat) -> None:
    alone = torn.as_user("ann", oversight="out_of_the_loop")
    alone.say("My salary is 7000 euros.", "c", "m1")
    assert torn.contents() == [LOW, HIGH]


def test_an_approved_value_closes_both(torn: Chat) -> None:
    torn.say("My salary is 7000 euros.", "c", "m1")
    torn.answer(APPROVE, thread="c")
    assert torn.contents() == ["The user's salary is 7000 euros."]


def test_a_run_that_finds_its_write_does_not_set_the_clock_back(chat: Chat) -> None:
    """Otherwise a checkpoint would be read as of a time before its own turn recalled."""
    chat.say("I live in Oslo.", message_id="m1")
    chat.say("I like jazz.", "t2", "m1")
    chat.edit("m1", "I live in Oslo.")
    head = chat.state()
    assert head.values["written"]["already"]
    clock = datetime.fromisoformat(head.values["clock"])
    branch = Branch("t1", head.config["configurable"]["checkpoint_id"], head.values["lineage"])
    assert len(chat.contents(as_of=clock, branch=branch)) == 2


def test_a_value_behind_its_own_history_holds_no_slot(chat: Chat) -> None:
    """A plan can't see it, so neither may the check before the write: the turn would never end."""
    chat.say("I live in Rome.", "a", "m1")
    fork = chat.state("a").config
    chat.say("I live in Oslo.", "a", "m2")
    earlier = Evidence(span="I live in Rome.", said_at=datetime(2015, 1, 1, tzinfo=UTC))
    rome = Candidate(
        tier="semantic", kind="fact", content="The user lives in Rome.", subject="user",
        attribute="lives_in", value="Rome", cardinality="single", evidence=earlier,
    )  # fmt: skip
    chat.store.remember(chat.context.scope, [rome])
    assert chat.contents() == ["The user lives in Oslo.", "The user lives in Rome."]
    result = chat.app.invoke(chat.said("I live in Lima.", "m2x"), fork, context=chat.context)
    assert result["decisions"].get("replans", 0) == 0
    assert "__interrupt__" not in result
    assert "The user lives in Lima." in chat.contents()


def operation(action: Any, *, alone: bool = True) -> Operation:
    candidate = Candidate(
        tier="semantic", kind="fact", content="x", evidence=Evidence(span="x")
    )  # fmt: skip
    return Operation(action=action, reason="r", candidate=candidate if alone else None)


@pytest.mark.parametrize(
    ("indexes", "expected"),
    [([], set()), ([0], {0, 1, 2}), ([3], {3}), ([4], {4, 5}), ([0, 4], {0, 1, 2, 4, 5})],
)
def test_further_closings_go_with_what_brought_them(indexes: list[int], expected: set[int]) -> None:
    from memory_graph.nodes.plan import with_companions

    operations = [
        operation("supersede"), operation("retire", alone=False),
        operation("retire", alone=False), operation("add"), operation("reinforce"),
        operation("retire", alone=False), operation("retire"),
    ]  # fmt: skip
    assert with_companions(operations, indexes) == expected
