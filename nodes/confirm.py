"""confirm: decides by policy what needs a person; one interrupt for all of it, nothing else.

The node runs again from its first line on every resume, so everything before the interrupt is a
read, and nothing is written here (INV-1).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import tzinfo
from typing import Any

from langgraph.types import interrupt

from memory_graph.effects import Effect, Program
from memory_graph.errors import ConfigurationError, StoreUnavailableError
from memory_graph.nodes.base import MemoryNode, NodeRun, Update
from memory_graph.nodes.consolidate import commit_of
from memory_graph.nodes.degrade import going_on
from memory_graph.nodes.generate import language_of
from memory_graph.nodes.place import find_place
from memory_graph.nodes.plan import candidates_of, operations_of, with_companions
from memory_graph.nodes.refusals import liftings_of, refusal_of
from memory_graph.review import (
    answer_schema,
    edited,
    fact_key,
    fingerprint,
    pending,
    read_decisions,
    with_edits,
)
from memory_graph.review_request import review_request
from memory_graph.state import Decisions, MemoryState, with_refused
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.text.clean import clean_text
from memory_graph.text.redact import redact
from memory_graph.types import Candidate, Decision, Operation


def make_confirm(*, store: PostgresMemoryStore | None = None, strict: bool = False) -> MemoryNode:
    """Makes the node that asks; returns ``decisions`` (and corrected ``candidates`` of an edit).

    When the store is away nobody is asked and the turn goes on; ``strict`` raises instead.
    Raises ConfigurationError when a review is needed and no checkpointer can hold it.
    """

    def body(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        at.check_user(state)
        operations = operations_of(state)
        decisions = state.get("decisions", {})
        asked = pending(operations, decisions.get("reviewed", []))
        oversight = decisions.get("oversight", at.context.oversight)
        if not asked or oversight != "in_the_loop":
            return _without_person(operations, asked, state, oversight)
        committed = yield from _find_write(state, at, operations, strict=strict)
        if committed:
            return {"decisions": {**decisions, "items": [], "next": "consolidate"}}
        if at.checkpointer is None:
            raise ConfigurationError(
                "a review is needed but the graph has no checkpointer to wait in: compile it with "
                "one (on a server, run it in a thread), or run with oversight='out_of_the_loop'"
            )
        questions = [operations[index] for index in asked]
        rounds, zone = decisions.get("round", 0), at.context.zone
        answer = interrupt(
            review_request(
                questions,
                language_of(state, at),
                zone,
                closed_besides(operations, asked),
                rounds,
            ),
            response_schema=answer_schema(questions, rounds, zone),
        )
        answers = read_decisions(answer, questions, rounds, zone)
        update = settle(state, operations, asked, answers, zone)
        update["decisions"]["answer"] = at.answer_id
        return update

    return MemoryNode("confirm", going_on(body, strict=strict), store=store)


def closed_besides(operations: Sequence[Operation], asked: Sequence[int]) -> list[list[str]]:
    """For each operation a person is asked about, what it closes besides without being asked."""
    return [
        [
            operations[further].target_content or ""
            for further in sorted(with_companions(operations, [index]) - set(asked))
        ]
        for index in asked
    ]


def _find_write(
    state: MemoryState, at: NodeRun, operations: Sequence[Operation], *, strict: bool
) -> Program[bool]:
    """Whether this turn is committed already. An answer is heard even while the store is away."""
    try:
        state = {**state, **(yield from find_place(state, at))}
        todo = commit_of(state, at, operations)
        found = yield from at.store.find_write_program(at.context.scope, at.branch(state), todo)
    except StoreUnavailableError:
        if strict or not at.is_resumed:
            raise
        return False
    return bool(found)


def _without_person(
    operations: Sequence[Operation], asked: Sequence[int], state: MemoryState, oversight: str
) -> Update:
    """Nobody has to be asked, or nobody may be: then what would need a person is withheld."""
    items: list[dict[str, Any] | None] = [None] * len(operations)
    if oversight == "out_of_the_loop":
        for index in asked:
            items[index] = {"type": "reject", "message": "needs a person", "changes": {}}
    decisions = Decisions(**state.get("decisions", {}))
    decisions.update({"items": items, "next": "consolidate"})
    return {"decisions": decisions}


def settle(
    state: MemoryState, operations: Sequence[Operation], asked: Sequence[int],
    answers: Sequence[Decision], zone: tzinfo | None = None,
) -> Update:  # fmt: skip
    """What follows from the answers: commit, plan again with the edits, or extract again. Pure."""
    decisions = state.get("decisions", {})
    by_index = dict(zip(asked, answers, strict=True))
    responses = {
        index: redact(clean_text(one.message or "")).text
        for index, one in by_index.items()
        if one.type == "respond"
    }
    rounds = decisions.get("round", 0) + bool(responses)
    approved = [
        fingerprint(operations[index]) for index, one in by_index.items() if one.type == "approve"
    ]
    settled = Decisions(
        read=decisions.get("read", ""),
        items=[_dump(by_index.get(index)) for index in range(len(operations))],
        round=rounds,
        replans=decisions.get("replans", 0),
        feedback=[*decisions.get("feedback", []), *responses.values()],
        about=[*_about(decisions), *(_said(operations[index]) for index in responses)],
        reviewed=[*decisions.get("reviewed", []), *approved],
        withheld=[*decisions.get("withheld", []), *_refused(operations, by_index)],
        refused=[*decisions.get("refused", []), *_refusals(state, operations, by_index)],
        edits=dict(decisions.get("edits", {})),
        scope=decisions.get("scope", ""),
        oversight=decisions.get("oversight", "in_the_loop"),
        next="consolidate",
    )
    update: Update = {"decisions": settled}
    if any(one.type == "edit" for one in answers):
        update |= _with_edits(state, operations, by_index, settled, zone)
    update["working"] = with_refused(state.get("working", {}), settled["refused"])
    if responses:
        settled["next"] = "extract"
    return update


def _about(decisions: Decisions) -> list[str]:
    """What the earlier responses were about; a checkpoint of an older version doesn't say."""
    earlier = decisions.get("feedback", [])
    return decisions.get("about", [""] * len(earlier))


def _said(operation: Operation) -> str:
    return operation.candidate.evidence.span if operation.candidate else ""


def _dump(decision: Decision | None) -> dict[str, Any] | None:
    return None if decision is None else decision.model_dump(mode="json")


def _refused(
    operations: Sequence[Operation], by_index: dict[int, Decision]
) -> list[dict[str, Any]]:
    """The candidates of what was rejected."""
    return [
        candidate.model_dump(mode="json")
        for index, decision in by_index.items()
        if decision.type == "reject" and (candidate := operations[index].candidate) is not None
    ]


def _refusals(
    state: MemoryState, operations: Sequence[Operation], by_index: dict[int, Decision]
) -> list[str]:
    """What was rejected, by the user whose memory it is about, and where it was said."""
    scope, messages = state.get("decisions", {}).get("scope", ""), state.get("messages", [])
    return [
        refusal_of(operations[index], scope, messages)
        for index, decision in by_index.items()
        if decision.type == "reject"
    ]


def _with_edits(
    state: MemoryState, operations: Sequence[Operation], by_index: dict[int, Decision],
    settled: Decisions, zone: tzinfo | None,
) -> Update:  # fmt: skip
    """Puts the edited candidates in place of the old ones, counts them as reviewed, plans again."""
    for index, decision in by_index.items():
        candidate = operations[index].candidate
        if candidate is None or decision.type != "edit":
            continue
        new = edited(candidate, decision, index, zone)
        settled["edits"][fact_key(candidate)] = new.model_dump(mode="json")
        settled["reviewed"] += _covered(operations[index], new)
        held = [*state.get("working", {}).get("refused", []), *settled["refused"]]
        settled["refused"] += liftings_of(new, held, settled["scope"])
        settled["withheld"] = _without(settled["withheld"], new)
    settled["next"] = "plan"
    candidates = with_edits(candidates_of(state), settled["edits"])
    return {"candidates": [one.model_dump(mode="json") for one in candidates]}


def _without(withheld: Sequence[dict[str, Any]], stated: Candidate) -> list[dict[str, Any]]:
    """What is withheld, without the fact that the person has now stated themselves."""
    return [one for one in withheld if fact_key(Candidate.model_validate(one)) != fact_key(stated)]


def _covered(operation: Operation, new: Candidate) -> list[str]:
    """What an edit approves: the new words, as the same change or as an addition."""
    same = operation.model_copy(update={"candidate": new})
    alone = Operation(action="add", reason="edited", candidate=new)
    return [fingerprint(same), fingerprint(alone)]
