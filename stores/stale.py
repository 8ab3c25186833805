"""Whether the world is still as a plan saw it; asked under the scope's lock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory_graph.stores.asking import Ask
from memory_graph.stores.branch import Branch
from memory_graph.stores.keys import conflict_key, excludes
from memory_graph.types import Operation

Row = Mapping[str, Any]


class StalePlan(Exception):  # noqa: N818 - rolls the transaction back; becomes a result
    """The world has changed since the plan; holds the indexes of the operations it hits."""

    def __init__(self, indexes: Sequence[int]) -> None:
        super().__init__(tuple(indexes))
        self.indexes = tuple(indexes)


@dataclass(frozen=True, slots=True)
class Occupant:
    """A memory that speaks of a single-valued slot."""

    id: str
    attribute: str | None
    value: str | None
    polarity: bool


def to_occupant(row: Row) -> Occupant:
    """A row of the query for occupied slots."""
    return Occupant(str(row["id"]), row["attribute"], row["value"], row["polarity"])


def plan_reads(scope: str, branch: Branch, operations: Sequence[Operation]) -> list[Ask]:
    """What ``open_write`` is to read so that ``check_plan`` can tell whether a plan still holds."""
    place = {"scope": scope, "lineage": branch.lineage}
    targets, slots = _targets(operations), _slots(operations)
    return [
        *([("check_targets", place | {"ids": targets})] if targets else []),
        *([("occupied_slots", place | {"slots": slots})] if slots else []),
    ]


def check_plan(operations: Sequence[Operation], answers: Sequence[Sequence[Row]]) -> None:
    """Raises StalePlan unless every target is as it was and no slot got a value meanwhile."""
    left = iter(answers)
    seen = {str(row["id"]): row for row in (next(left) if _targets(operations) else ())}
    held: dict[str, list[Occupant]] = {}
    for row in next(left) if _slots(operations) else ():
        held.setdefault(row["conflict_key"], []).append(to_occupant(row))
    stale = [
        index
        for index, one in enumerate(operations)
        if one.action != "skip" and (_target_moved(one, seen) or _slot_taken(one, held))
    ]
    if stale:
        raise StalePlan(stale)


def _targets(operations: Sequence[Operation]) -> list[str]:
    """Ids of the memories that a plan changes."""
    return sorted({one.target_id for one in operations if one.target_id and one.action != "skip"})


def _slots(operations: Sequence[Operation]) -> list[str]:
    """The single-valued slots that a plan fills."""
    return [key for one in operations if (key := _slot(one))]


def _target_moved(operation: Operation, seen: Mapping[str, Row]) -> bool:
    if operation.target_id is None:
        return False
    row = seen.get(operation.target_id)
    return row is None or not row["is_visible"] or row["version"] != operation.target_version


def _slot(operation: Operation) -> str | None:
    """The slot an operation is about to fill; history and doubts fill none."""
    if operation.candidate is None or operation.ends is not None:
        return None
    if operation.action not in {"add", "supersede"}:
        return None
    return conflict_key(operation.candidate)


def _slot_taken(operation: Operation, slots: Mapping[str, Sequence[Occupant]]) -> bool:
    """True when a memory the plan has not seen holds the slot."""
    slot, candidate = _slot(operation), operation.candidate
    if slot is None or candidate is None or operation.target_id is not None:
        return False
    return any(excludes(candidate, one) for one in slots.get(slot, ()))
