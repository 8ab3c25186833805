"""plan: one read of the neighbours, then a pure decision what to do with each candidate."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from typing import Any

from memory_graph.effects import Effect
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.degrade import going_on
from memory_graph.nodes.place import find_place
from memory_graph.nodes.refusals import refused_before
from memory_graph.policy import ReviewPolicy, chosen_policy
from memory_graph.review import fingerprint, refusal_key
from memory_graph.state import Decisions, MemoryState, is_answered
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Operation

REFUSED_BEFORE = "refused_before"
"""Reason code of what a person has refused in this thread."""
CLOSES_UNREVIEWED = "closes_unreviewed"
"""Trigger: the world changed since the review, and the same statement now closes something."""


def make_plan(
    *, policy: ReviewPolicy | None = None, store: PostgresMemoryStore | None = None,
    strict: bool = False,
) -> MemoryNode:  # fmt: skip
    """Makes the node that plans; returns ``operations``, each with its reason and triggers.

    When the store is away the turn goes on without it; ``strict`` raises instead. Raises
    ConfigurationError for a policy that is none, such as a bare rule.
    """
    chosen = chosen_policy(policy)

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        candidates = candidates_of(state)
        place = yield from find_place(state, at)
        state = {**state, **place}
        near = yield from at.store.neighbours_program(
            at.context.scope, candidates, at.branch(state)
        )
        planned = plan_operations(candidates, near)
        refused = state.get("working", {}).get("refused", [])
        kept = without_refused(planned, refused_before(planned, refused, at.context.scope.label))
        replans = state.get("decisions", {}).get("replans", 0)
        judged = chosen.review(kept, at.context, replans=replans)
        marked = with_new_closings(judged, state.get("decisions", {}).get("reviewed", []))
        decisions = begun_for(state, at)
        decisions.update({"items": [None] * len(marked), "next": "consolidate"})
        return {
            **place,
            "operations": [one.model_dump(mode="json") for one in marked],
            "decisions": decisions,
        }

    return MemoryNode("plan", going_on(body, strict=strict), store=store)


def begun_for(state: MemoryState, at: NodeRun) -> Decisions:
    """The decisions of this turn, with whom it is planned for; an answer does not change that."""
    decisions = Decisions(**state.get("decisions", {}))
    if is_answered(decisions):
        at.check_user(state)
        return decisions
    decisions.pop("answer", None)
    decisions.update({"scope": at.context.scope.label, "oversight": at.context.oversight})
    return decisions


def candidates_of(state: MemoryState) -> list[Candidate]:
    """The candidates of this turn."""
    return [Candidate.model_validate(one) for one in state.get("candidates", [])]


def operations_of(state: MemoryState) -> list[Operation]:
    """The planned operations of this turn."""
    return [Operation.model_validate(one) for one in state.get("operations", [])]


def without_refused(operations: Sequence[Operation], refused: Sequence[str]) -> list[Operation]:
    """Skips what a person has refused before, so that it is not asked again.

    What it would close besides is left out. What is skipped anyway gets the reason too, since the
    turn that says it is masked for it.
    """
    asked_before = [
        index
        for index, one in enumerate(operations)
        if _states_or_closes(one) and refusal_key(one) in refused
    ]
    gone = with_companions(operations, asked_before)
    return [
        Operation(action="skip", reason=REFUSED_BEFORE, candidate=one.candidate)
        if index in gone
        else one
        for index, one in enumerate(operations)
        if index not in gone or one.candidate is not None
    ]


def _states_or_closes(operation: Operation) -> bool:
    """False for a wish to forget that has nothing to do."""
    one = operation.candidate
    return operation.action != "skip" or (one is not None and not one.retires)


def with_companions(operations: Sequence[Operation], indexes: Collection[int]) -> set[int]:
    """The indexes, and those of the further closings that each of them brings along.

    They follow it without a candidate of their own; when it goes, their reason goes too. Pure.
    """
    found: set[int] = set()
    for index, one in enumerate(operations):
        if index in indexes or (one.candidate is None and index - 1 in found):
            found.add(index)
    return found


def with_new_closings(operations: Sequence[Operation], reviewed: Sequence[str]) -> list[Operation]:
    """Has a person asked again where what they approved would now close something else."""
    facts = {one.split("|")[1] for one in reviewed} - {""}
    return [
        one.model_copy(update={"triggers": (*one.triggers, CLOSES_UNREVIEWED)})
        if one.action in {"supersede", "retire"}
        and fingerprint(one) not in reviewed
        and fingerprint(one).split("|")[1] in facts
        else one
        for one in operations
    ]
