"""What an import does with each memory: new, merged with what is known, or closed by it. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from memory_graph.stores.branch import NAMESPACE
from memory_graph.stores.keys import excludes, item_key
from memory_graph.stores.transfer_records import EvidenceRecord, MemoryRecord, imported_id


@dataclass(frozen=True, slots=True)
class Known:
    """A memory the scope holds already."""

    id: UUID
    tier: str
    dedupe_key: UUID
    interval_number: int
    is_open: bool
    recorded_at: datetime
    valid_from: datetime
    holds: str | None
    """The single-valued slot it speaks of now."""
    is_past: bool = False
    """True where it says until when."""
    attribute: str | None = None
    value: str | None = None
    polarity: bool = True
    evidence: Mapping[UUID, datetime] = field(default_factory=dict)
    """Its evidence, and when it was recorded."""
    is_new: bool = False
    """True for one that this import has just added: it is not in the database yet."""
    is_own: bool = False
    """True for one that the export holds, as it stands there."""
    stands_apart: bool = False
    """True for one that is open in the export: what else is open there stands beside it."""


def to_known(row: Mapping[str, Any]) -> Known:
    """A row of the query for what is known."""
    evidence = dict(zip(row["evidence"], row["told"], strict=True))
    rest = {name: value for name, value in row.items() if name not in {"evidence", "told"}}
    return Known(**rest, evidence=evidence)


@dataclass(frozen=True, slots=True)
class Added:
    """A memory that is new to the scope."""

    id: UUID
    record: MemoryRecord
    interval_number: int
    gives_way_to: UUID | None = None
    """The memory that holds its slot and is newer: it is stored as history."""


@dataclass(slots=True)
class ImportPlan:
    """What a chunk comes to."""

    added: list[Added] = field(default_factory=list)
    merged: dict[UUID, UUID] = field(default_factory=dict)
    """Exported id to the memory that says the same."""
    evidence: list[tuple[UUID, EvidenceRecord]] = field(default_factory=list)
    """Evidence for memories of the scope, those added included."""
    closed: list[tuple[UUID, UUID]] = field(default_factory=list)
    """Memories of the scope whose slot is taken, and what takes it."""
    replaced: list[tuple[UUID, UUID]] = field(default_factory=list)
    """Open versions of items, and the newer version of the same key."""
    waiting: dict[UUID, MemoryRecord] = field(default_factory=dict)
    """What would join a memory that a later record may close: it is planned at the end."""
    own: dict[UUID, bool] = field(default_factory=dict)
    """Memories of the scope that the export holds, and whether they are open there."""


def at_home(record: MemoryRecord, scope: str) -> MemoryRecord:
    """The record as it stands in the scope: items move to its namespaces."""
    if record.tier != "item" or not record.namespace:
        return record
    namespace = (scope, *record.namespace[1:])
    key = item_key(namespace, record.item_key or "")
    return record.model_copy(update={"namespace": namespace, "dedupe_key": key})


def plan_import(
    scope: str, records: Sequence[MemoryRecord], known: Iterable[Known],
    brought: Mapping[UUID, bool] | None = None, *, is_last: bool = True,
) -> ImportPlan:  # fmt: skip
    """Decides for each record; ``known`` are the memories of the same facts and slots.

    What takes a slot comes first, the newest before the others: what else is said then joins no
    memory that is about to close, and of two values in one file the later holds. What would join
    one that a later record may close is left waiting, unless ``is_last``.

    The same interval, or an open one where the fact is open, only gains evidence; but what holds
    now joins nothing that is past, and what stood apart in the export stays apart: ``brought`` are
    the memories of earlier chunks. History goes before what is there. Of two values for one
    slot the one that began later holds.
    """
    facts: dict[tuple[str, UUID], list[Known]] = defaultdict(list)
    slots: dict[str, list[Known]] = defaultdict(list)
    plan = ImportPlan()
    for one in _marked(scope, records, known, brought or {}, plan):
        facts[one.tier, one.dedupe_key].append(one)
        if one.holds:
            slots[one.holds].append(one)
    for record in sorted(records, key=_order):
        own = facts[record.tier, record.dedupe_key]
        same = _same(scope, record, own)
        if same and not is_last and _may_close(record, same):
            plan.waiting[record.id] = record
            continue
        if same:
            plan.merged[record.id] = same.id
            fresh = (_fresh(one, same.evidence) for one in record.evidence)
            plan.evidence += [(same.id, one) for one in fresh if one]
            continue
        added, replaced = _add(scope, record, own, slots, plan)
        plan.added.append(added)
        for one in replaced:
            _close(facts[one.tier, one.dedupe_key], one)
            slots[one.holds or ""] = [held for held in slots[one.holds or ""] if held != one]
        plan.evidence += [(added.id, one) for one in record.evidence]
        new = _as_known(added)
        own.append(new)
        if new.is_own:
            plan.own[new.id] = record.is_open
        if new.holds:
            slots[new.holds].append(new)
    return plan


def _marked(
    scope: str, records: Sequence[MemoryRecord], known: Iterable[Known],
    brought: Mapping[UUID, bool], plan: ImportPlan,
) -> Iterator[Known]:  # fmt: skip
    """What is known, marked where the export holds it too; adds that to the plan."""
    here = {
        one: record.is_open
        for record in records
        if record.is_genuine and record.kind != "turn"
        for one in (record.id, imported_id(scope, record.id))
    }
    for one in known:
        if one.id in here:
            plan.own[one.id] = here[one.id]
        is_open = here.get(one.id, brought.get(one.id))
        yield replace(one, is_own=is_open is not None, stands_apart=bool(is_open))


def _order(record: MemoryRecord) -> tuple[bool, float]:
    """Slot-takers, newest first; then all others as they come."""
    if record.is_open and record.conflict_key:
        return False, -record.valid_from.timestamp()
    return True, 0.0


def _same(scope: str, record: MemoryRecord, own: Sequence[Known]) -> Known | None:
    """The memory that is this one, or says the same now."""
    ids = {record.id, imported_id(scope, record.id)}
    for one in own:
        if one.id in ids:
            return one
    others = [one for one in own if not (one.stands_apart and record.is_genuine)]
    for one in others:
        if one.recorded_at == record.recorded_at:
            return one
    if record.tier == "item" or not record.is_open:
        return None  # another version of an item's key says something else
    is_past = record.valid_to is not None
    return next((one for one in others if one.is_open and (is_past or not one.is_past)), None)


def _may_close(record: MemoryRecord, same: Known) -> bool:
    """True for a past stay where the same stay still holds the slot in this scope."""
    return bool(same.holds) and not record.conflict_key


def _fresh(one: EvidenceRecord, known: Mapping[UUID, datetime]) -> EvidenceRecord | None:
    """The evidence if it is new; words without a message are told apart by when they were said."""
    if one.evidence_key not in known:
        return one
    if one.message_id or known[one.evidence_key] == one.recorded_at:
        return None
    key = uuid5(NAMESPACE, f"{one.evidence_key} {one.recorded_at.timestamp()}")
    return None if key in known else one.model_copy(update={"evidence_key": key})


def _add(
    scope: str, record: MemoryRecord, own: Sequence[Known], slots: Mapping[str, Sequence[Known]],
    plan: ImportPlan,
) -> tuple[Added, Sequence[Known]]:  # fmt: skip
    """The record as it is added, and the memories whose place it takes."""
    new_id = imported_id(scope, record.id)
    holders = _holders(record, own, slots)
    newest = max(holders, key=lambda one: one.valid_from, default=None)
    if newest is not None and (newest.is_new or newest.valid_from > record.valid_from):
        number = _interval(record, own, is_history=True)
        return Added(new_id, record, number, gives_way_to=newest.id), ()
    number = _interval(record, own, is_history=not record.is_open)
    giving_way = plan.replaced if record.tier == "item" else plan.closed
    giving_way += [(one.id, new_id) for one in holders]
    return Added(new_id, record, number), holders


def _interval(record: MemoryRecord, own: Sequence[Known], *, is_history: bool) -> int:
    """The number of its interval: as in the export where the scope knows the fact from there only.

    Else history goes before what is there, and the rest behind it.
    """
    taken = [one.interval_number for one in own]
    if not taken:
        return record.interval_number
    if record.is_genuine and record.interval_number not in taken and all(one.is_own for one in own):
        return record.interval_number
    return min(taken) - 1 if is_history else max(taken) + 1


def _close(own: list[Known], gone: Known) -> None:
    """Marks a memory as closed, so that a later record of its fact doesn't join it."""
    own[:] = [replace(one, is_open=False) if one.id == gone.id else one for one in own]


def _holders(
    record: MemoryRecord, own: Sequence[Known], slots: Mapping[str, Sequence[Known]]
) -> Sequence[Known]:
    """What stands where an open record wants to stand: other values, or a version of the item."""
    if not record.is_open:
        return ()
    if record.tier == "item":
        return [one for one in own if one.is_open][:1]
    return [
        one
        for one in slots.get(record.conflict_key or "", ())
        if one.dedupe_key != record.dedupe_key and excludes(record, one)
    ]


def _as_known(added: Added) -> Known:
    record = added.record
    is_open = record.is_open and added.gives_way_to is None
    is_own = record.is_genuine and record.kind != "turn"
    return Known(
        id=added.id, tier=record.tier, dedupe_key=record.dedupe_key,
        interval_number=added.interval_number, is_open=is_open, recorded_at=record.recorded_at,
        valid_from=record.valid_from, holds=record.conflict_key if is_open else None,
        attribute=record.attribute, value=record.value, polarity=record.polarity,
        evidence={one.evidence_key: one.recorded_at for one in record.evidence}, is_new=True,
        is_past=record.valid_to is not None, is_own=is_own, stands_apart=is_own and is_open,
    )  # fmt: skip
