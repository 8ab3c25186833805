"""What an import does with each memory: new, merged with what is known, or closed by it. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    attribute: str | None = None
    value: str | None = None
    polarity: bool = True
    evidence: Mapping[UUID, datetime] = field(default_factory=dict)
    """Its evidence, and when it was recorded."""
    is_new: bool = False
    """True for one that this import has just added: it is not in the database yet."""


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


def at_home(record: MemoryRecord, scope: str) -> MemoryRecord:
    """The record as it stands in the scope: items move to its namespaces."""
    if record.tier != "item" or not record.namespace:
        return record
    namespace = (scope, *record.namespace[1:])
    key = item_key(namespace, record.item_key or "")
    return record.model_copy(update={"namespace": namespace, "dedupe_key": key})


def plan_import(
    scope: str, records: Sequence[MemoryRecord], known: Iterable[Known], *, is_last: bool = True
) -> ImportPlan:
    """Decides for each record; ``known`` are the memories of the same facts and slots.

    What takes a slot comes first, the newest before the others: what else is said then joins no
    memory that is about to close, and of two values in one file the later holds. What would join
    one that a later record may close is left waiting, unless ``is_last``.

    The same interval, or an open one where the fact is open, only gains evidence. History goes
    before what is there. Of two values for one slot the one that began later holds.
    """
    facts: dict[tuple[str, UUID], list[Known]] = defaultdict(list)
    slots: dict[str, list[Known]] = defaultdict(list)
    for one in known:
        facts[one.tier, one.dedupe_key].append(one)
        if one.holds:
            slots[one.holds].append(one)
    plan = ImportPlan()
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
        if new.holds:
            slots[new.holds].append(new)
    return plan


def _order(record: MemoryRecord) -> tuple[bool, float]:
    """Slot-takers, newest first; then all others as they come."""
    if record.is_open and record.conflict_key:
        return False, -record.valid_from.timestamp()
    return True, 0.0


def _same(scope: str, record: MemoryRecord, own: Sequence[Known]) -> Known | None:
    """The memory that is this one, or says the same now."""
    ids = {record.id, imported_id(scope, record.id)}
    for one in own:
        if one.id in ids or one.recorded_at == record.recorded_at:
            return one
    if record.tier == "item":  # another version of the key says something else
        return None
    return next((one for one in own if record.is_open and one.is_open), None)


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
    number = record.interval_number
    if own and record.is_open:
        number = max(one.interval_number for one in own) + 1
    elif own:
        number = min(one.interval_number for one in own) - 1
    holders = _holders(record, own, slots)
    newest = max(holders, key=lambda one: one.valid_from, default=None)
    if newest is not None and (newest.is_new or newest.valid_from > record.valid_from):
        if own:
            number = min(one.interval_number for one in own) - 1
        return Added(new_id, record, number, gives_way_to=newest.id), ()
    giving_way = plan.replaced if record.tier == "item" else plan.closed
    giving_way += [(one.id, new_id) for one in holders]
    return Added(new_id, record, number), holders


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
    return Known(
        id=added.id, tier=record.tier, dedupe_key=record.dedupe_key,
        interval_number=added.interval_number, is_open=is_open, recorded_at=record.recorded_at,
        valid_from=record.valid_from, holds=record.conflict_key if is_open else None,
        attribute=record.attribute, value=record.value, polarity=record.polarity,
        evidence={one.evidence_key: one.recorded_at for one in record.evidence}, is_new=True,
    )  # fmt: skip
