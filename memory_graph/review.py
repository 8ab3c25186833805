"""Reviews: which operations a person has to decide, and the answers back to operations. Pure.

Answers come by position; those of the older ``HumanInterrupt`` form are understood. The question
itself is made by ``review_request``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, create_model, model_validator

from memory_graph.edits.corrected import corrected
from memory_graph.errors import ReviewError
from memory_graph.review_request import ALLOWED, MAX_ROUNDS, allowed_decisions, arguments
from memory_graph.stores.keys import dedupe_key
from memory_graph.text.clean import clean_text
from memory_graph.types import Candidate, Decision, Operation

EDITABLE = ("content", "value", "event_from", "event_to", "importance")
LEGACY = {"accept": "approve", "response": "respond", "ignore": "reject"}
"""Types of the older ``HumanInterrupt`` form, and what they mean."""


def pending(operations: Sequence[Operation], reviewed: Sequence[str]) -> list[int]:
    """Indexes of the operations a person still has to decide."""
    return [
        index
        for index, one in enumerate(operations)
        if one.triggers and fingerprint(one) not in reviewed
    ]


def fingerprint(operation: Operation) -> str:
    """What an approval covers: this fact, this target, this kind of change."""
    key = dedupe_key(operation.candidate) if operation.candidate else ""
    return f"{operation.action}|{key}|{operation.target_id or ''}"


def refusal_key(operation: Operation) -> str:
    """What a refusal covers: the fact, or the closing of one memory; not both."""
    fact = fact_key(operation.candidate) if operation.candidate else ""
    if operation.action == "retire" or not fact:
        return f"{operation.action}|{fact}|{operation.target_id or ''}"
    return fact


def fact_key(candidate: Candidate) -> str:
    """The fact that a candidate states, as refusals and edits name it."""
    return str(dedupe_key(candidate))


def with_edits(
    candidates: Sequence[Candidate], edits: Mapping[str, Mapping[str, Any]]
) -> list[Candidate]:
    """The candidates, those a person has corrected in their corrected form."""
    return [_last_edit(one, edits) for one in candidates]


def _last_edit(candidate: Candidate, edits: Mapping[str, Mapping[str, Any]]) -> Candidate:
    """A candidate as it was corrected last: what was corrected can be corrected again."""
    seen: set[str] = set()
    while (fact := str(dedupe_key(candidate))) in edits and fact not in seen:
        seen.add(fact)
        candidate = Candidate.model_validate(edits[fact])
    return candidate


class ReviewAnswer(BaseModel):
    """A person's answer to one review: a decision for each item, in order."""

    model_config = ConfigDict(extra="forbid")

    decisions: list[dict[str, Any]]


def answer_schema(
    operations: Sequence[Operation], rounds: int = 0, zone: tzinfo | None = None
) -> type[ReviewAnswer]:
    """The shape of a valid answer to these operations; a wrong one says what is wrong with it."""
    return checked_by(lambda answer: read_decisions(answer, operations, rounds, zone))


def checked_by(read: Callable[[Mapping[str, Any]], object]) -> type[ReviewAnswer]:
    """The shape of an answer that ``read`` takes; where it raises ReviewError, that is told."""

    def check(data: object) -> dict[str, Any]:
        given = {"decisions": unfold(data)}
        try:
            read(given)
        except ReviewError as error:
            raise ValueError(str(error)) from error
        return given

    validators: dict[str, Any] = {"check": model_validator(mode="before")(check)}
    made: type[ReviewAnswer] = create_model(
        "ReviewAnswer", __base__=ReviewAnswer, __validators__=validators
    )
    return made


def unfold(answer: object) -> object:
    """The list of decisions in an answer, whichever of the known forms it has."""
    if isinstance(answer, Mapping) and "decisions" in answer:
        return answer["decisions"]
    return [answer] if isinstance(answer, Mapping) else answer


def read_decisions(
    answer: ReviewAnswer | Mapping[str, Any] | Sequence[Any], operations: Sequence[Operation],
    rounds: int = 0, zone: tzinfo | None = None,
) -> list[Decision]:  # fmt: skip
    """The decisions of an answer; raises ReviewError when it doesn't fit the operations.

    ``rounds`` is how often the person has responded; ``zone`` is the user's.
    """
    given = answer.decisions if isinstance(answer, ReviewAnswer) else unfold(answer)
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise ReviewError("the answer must be {'decisions': [...]}, one decision for each item")
    if len(given) != len(operations):
        raise ReviewError(
            f"the answer has {len(given)} decisions but {len(operations)} items were asked about"
        )
    decisions = [_decision(one, index) for index, one in enumerate(given)]
    for index, (decision, operation) in enumerate(zip(decisions, operations, strict=True)):
        if decision.type not in allowed_decisions(rounds):
            raise ReviewError(
                f"decision {index + 1}: {MAX_ROUNDS} times respond is the most: approve, edit or "
                "reject it"
            )
        if decision.type == "edit":
            _check_edit(operation, decision, given[index], index, zone)
    return decisions


def _check_edit(
    operation: Operation, decision: Decision, given: Any, index: int, zone: tzinfo | None
) -> None:
    """Raises ReviewError for an edit that could not be applied."""
    old = operation.candidate
    if old is None:
        raise ReviewError(f"decision {index + 1}: there is nothing to edit; approve or reject it")
    shown = arguments(operation)
    for name, value in _edited_arguments(given).items():
        if name not in EDITABLE and value is not None and not _unchanged(value, shown.get(name)):
            raise ReviewError(
                f"decision {index + 1}: {name!r} can't be edited, only {', '.join(EDITABLE)}"
            )
    new = edited(old, decision, index, zone)
    if operation.target_id and old.attribute and not new.attribute:
        raise ReviewError(
            f"decision {index + 1}: it can't be told what {old.attribute!r} is by the new words, "
            f"nor what becomes of {operation.target_content!r}: give 'value' too, as the sentence "
            "says it, or reject it"
        )


def _unchanged(value: object, shown: object) -> bool:
    """True for what a form sends back as it was, be it as text."""
    return value == shown or str(value) == str(shown) or value == json.dumps(shown)


def _decision(given: object, index: int) -> Decision:
    if not isinstance(given, Mapping):
        raise ReviewError(f"decision {index + 1} is {given!r}: expected {{'type': 'approve'}}")
    kind = LEGACY.get(str(given.get("type")), str(given.get("type")))
    if kind not in ALLOWED:
        raise ReviewError(f"decision {index + 1}: type {given.get('type')!r} is none of {ALLOWED}")
    if kind == "edit":
        return _edit(given, index)
    message = given.get("message", given.get("args"))
    if kind == "respond" and not (isinstance(message, str) and clean_text(message).strip()):
        raise ReviewError(f"decision {index + 1}: a respond needs a 'message'")
    return Decision.model_validate(
        {"type": kind, "message": message if isinstance(message, str) else None}
    )


def _edit(given: Mapping[str, Any], index: int) -> Decision:
    args = _edited_arguments(given)
    if not args:
        raise ReviewError(
            f"decision {index + 1}: an edit needs edited_action={{'name': …, 'args': {{…}}}}"
        )
    changes = {name: args[name] for name in EDITABLE if name in args}
    content = changes.pop("content", None)
    if "content" in args and not isinstance(content, str):
        raise ReviewError(f"decision {index + 1}: edited 'content' is {content!r}: give a sentence")
    if content is not None and not clean_text(content):
        raise ReviewError(f"decision {index + 1}: the edited content is blank; reject it instead")
    return Decision(type="edit", content=content, changes=changes)


def _edited_arguments(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments of an edit; empty when there are none."""
    action = given.get("edited_action") or given.get("args")
    args = action.get("args", action) if isinstance(action, Mapping) else None
    return args if isinstance(args, Mapping) else {}


def edited(
    candidate: Candidate, decision: Decision, index: int = 0, zone: tzinfo | None = None
) -> Candidate:
    """The candidate with a person's corrections, checked again; sentence and value agree.

    Raises ReviewError for a value that doesn't fit. Whose memory it is can't be edited.
    """
    try:
        new = corrected(candidate, decision.content, decision.changes, zone)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ReviewError(f"decision {index + 1}: edited {where!r}: {first['msg']}") from error
    except ReviewError as error:
        raise ReviewError(f"decision {index + 1}: {error}") from error
    if new.event_from and new.event_to and new.event_to <= new.event_from:
        raise ReviewError(f"decision {index + 1}: edited 'event_to' must be after 'event_from'")
    return new
