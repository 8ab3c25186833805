"""Planning: what a write will do with each candidate, and why. Pure.

Order of the rules (DESIGN, section 6): the same fact is reinforced; what is taken back is retired;
a single-valued fact replaces the old value unless the old one is better founded or the new one
lies further back; everything else is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from memory_graph.stores.keys import conflict_key, dedupe_key, excludes, slot_key
from memory_graph.stores.rows import valid_from
from memory_graph.text.clean import normalise_name
from memory_graph.text.tokens import query_terms
from memory_graph.types import TRUST, Action, Candidate, Memory, Operation

RETIRE_OVERLAP = 0.5
"""Share of a hint's terms a memory must hold to be what the hint means."""


def plan_operations(candidates: Sequence[Candidate], near: Sequence[Memory]) -> list[Operation]:
    """One or more operations for each candidate; ``near`` are the visible memories around them."""
    return plan_batch(candidates, near).operations


@dataclass(frozen=True, slots=True)
class Batch:
    """The plan of several candidates."""

    operations: list[Operation]
    own: list[int]
    """For each candidate the operation that tells its memory: its first; of a repetition, that of
    its twin."""


def plan_batch(candidates: Sequence[Candidate], near: Sequence[Memory]) -> Batch:
    """As ``plan_operations``, and which operation is whose.

    The same candidate twice in one batch is kept once, of two values for one single-valued slot
    the later one counts, and what is taken back in the same breath is not kept.
    """
    known = _Known(near)
    taken_back = [(at, one) for at, one in enumerate(candidates) if one.retires]
    kept = [not _is_taken_back(one, at, taken_back) for at, one in enumerate(candidates)]
    standing = [one for one, is_kept in zip(candidates, kept, strict=True) if is_kept]
    mates: dict[str | None, list[Candidate]] = {}
    for one in standing:
        mates.setdefault(_slot(one), []).append(one)
    last_words = {slot: _last_words(said) for slot, said in mates.items() if slot}
    seen: dict[tuple[UUID, bool], int] = {}
    operations: list[Operation] = []
    own: list[int] = []
    for candidate, is_kept in zip(candidates, kept, strict=True):
        slot, fact = _slot(candidate), dedupe_key(candidate)
        own.append(
            seen.get((fact, candidate.retires), len(operations)) if is_kept else len(operations)
        )
        if not is_kept:
            operations.append(_skip(candidate, "taken_back_in_batch"))
        elif (fact, candidate.retires) in seen:
            operations.append(_skip(candidate, "duplicate_in_batch"))
        elif slot and _is_present(candidate) and fact not in last_words[slot]:
            operations.append(_skip(candidate, "replaced_in_batch"))
        else:
            seen[fact, candidate.retires] = len(operations)
            operations.extend(_plan_one(candidate, known, mates[slot] if slot else []))
    return Batch(operations, own)


class _Known:
    """The memories around a batch, by what its candidates ask for.

    Each is looked at once, not once for each candidate: an import may bring thousands of both.
    """

    def __init__(self, near: Sequence[Memory]) -> None:
        self.near = near

    @cached_property
    def by_fact(self) -> dict[UUID, list[Memory]]:
        """Those that state the same fact."""
        found: dict[UUID, list[Memory]] = {}
        for one in self.near:
            found.setdefault(memory_key(one), []).append(one)
        return found

    @cached_property
    def fillings(self) -> list[Memory]:
        """Those that fill a single-valued slot now."""
        return [
            one
            for one in self.near
            if one.attribute and one.cardinality == "single" and one.valid_to is None
        ]

    @cached_property
    def by_slot(self) -> dict[str, list[Memory]]:
        """The same by their slot."""
        found: dict[str, list[Memory]] = {}
        for one in self.fillings:
            slot = slot_key(one.subject or "user", str(one.attribute))
            found.setdefault(slot, []).append(one)
        return found


def _is_taken_back(
    candidate: Candidate, place: int, taken_back: Sequence[tuple[int, Candidate]]
) -> bool:
    """True when something later in the batch takes the candidate back."""
    return not candidate.retires and any(
        at > place and _is_meant(one, candidate) for at, one in taken_back
    )


def _last_words(said: Sequence[Candidate]) -> set[UUID]:
    """Of what one batch says of one slot now, the facts that stand at its end.

    A value speaks for itself: what else the slot does not hold need not be said.
    """
    standing: dict[UUID, Candidate] = {}
    for one in filter(_is_present, said):
        if any(other.polarity and not excludes(one, other) for other in standing.values()):
            continue
        left = () if one.polarity else standing.items()
        standing = {fact: other for fact, other in left if not excludes(one, other)}
        standing[dedupe_key(one)] = one
    return set(standing)


def _slot(candidate: Candidate) -> str | None:
    return None if candidate.retires else conflict_key(candidate)


def _is_present(candidate: Candidate) -> bool:
    """False for a statement about the past, which does not compete with the present."""
    return not _lies_back(candidate)


def _lies_back(candidate: Candidate) -> bool:
    said = candidate.evidence.said_at
    return bool(
        candidate.kind != "event"
        and candidate.event_from
        and said
        and (candidate.event_to or candidate.event_from) <= said
    )


def _plan_one(candidate: Candidate, known: _Known, mates: Sequence[Candidate]) -> list[Operation]:
    if candidate.retires:
        return _retirements(candidate, known.near)
    rivals = _rivals(candidate, known)
    same = _same_fact(candidate, known)
    if same:
        others = [one for one in rivals if one.id != same.id and one.trust <= same.trust]
        return [
            _operation("reinforce", "same_fact", candidate, same),
            *(_operation("retire", "newer_value", None, one) for one in others),
        ]
    if not rivals:
        ends = _end_in_batch(candidate, mates)
        return [Operation(action="add", reason="new", candidate=candidate, ends=ends)]
    return _settle(candidate, rivals)


def _end_in_batch(candidate: Candidate, mates: Sequence[Candidate]) -> datetime | None:
    """When a value of the past ended: as it says itself, or when the next of its batch began."""
    if not mates or not _lies_back(candidate):
        return None
    if candidate.event_to:
        return candidate.event_to
    begins = valid_from(candidate)
    later = [moment for one in mates if (moment := valid_from(one)) and begins and moment > begins]
    return min(later, default=None)


def _same_fact(candidate: Candidate, known: _Known) -> Memory | None:
    """The memory that states the same; one that says “until then” is no statement about now."""
    same = known.by_fact.get(dedupe_key(candidate), ())
    of_the_past = _lies_back(candidate)
    return next((one for one in same if one.valid_to is None or of_the_past), None)


def memory_key(memory: Memory) -> UUID:
    """The dedupe key of a stored memory, from its public fields."""
    return dedupe_key(as_candidate(memory))


def as_candidate(memory: Memory) -> Candidate:
    """A stored memory seen as a candidate again."""
    if memory.tier == "item":
        raise ValueError("an item is not a memory of a tier")
    return Candidate.model_validate(
        {
            "tier": memory.tier, "kind": memory.kind, "content": memory.content,
            "subject": memory.subject or "user", "attribute": memory.attribute,
            "value": memory.value, "cardinality": memory.cardinality,
            "polarity": memory.polarity, "event_from": memory.event_from,
            "event_to": memory.event_to, "evidence": {"span": memory.content[:2000]},
        }
    )  # fmt: skip


def _rivals(candidate: Candidate, known: _Known) -> list[Memory]:
    slot = conflict_key(candidate)
    if slot is None:
        return []
    held = [one for one in known.by_slot.get(slot, ()) if excludes(candidate, one)]
    return held or _hinted(candidate, known.fillings)


def _hinted(candidate: Candidate, near: Sequence[Memory]) -> list[Memory]:
    """The one event that a short name means: “the review” for “the product review with Mr Zhang”.

    Nothing when several could be meant.
    """
    hint = set(query_terms(candidate.replaces_hint or ""))
    if candidate.kind != "event" or not hint:
        return []
    meant = [
        one
        for one in near
        if one.kind == "event" and one.attribute == candidate.attribute
        and hint <= set(query_terms(one.content))
    ]  # fmt: skip
    return meant if len(meant) == 1 else []


def _settle(candidate: Candidate, rivals: Sequence[Memory]) -> list[Operation]:
    """Which of several values of one slot holds."""
    trust = TRUST[candidate.evidence.role]
    if any(one.trust > trust for one in rivals):
        stronger = max(rivals, key=lambda one: one.trust)
        return [_operation("skip", "lower_trust", candidate, stronger)]
    newest = max(rivals, key=lambda one: one.valid_from)
    if _is_history(candidate, newest.valid_from):
        ends = candidate.event_to or newest.valid_from
        past = _operation("add", "earlier_history", candidate, newest)
        return [past.model_copy(update={"ends": ends})]
    if candidate.confidence < 0.5 <= newest.confidence and trust == newest.trust:
        return [_operation("doubt", "weaker_rival", candidate, newest)]
    first, *rest = sorted(rivals, key=lambda one: one.valid_from, reverse=True)
    operations = [_operation("supersede", "newer_value", candidate, first)]
    operations += [_operation("retire", "newer_value", None, one) for one in rest]
    return operations


def _is_history(candidate: Candidate, present_since: datetime) -> bool:
    """True when a value had ended before it was said, or began before the one that holds now."""
    if candidate.event_to and _lies_back(candidate):
        return True
    if candidate.replaces_hint:  # “I have moved”: it says itself that it holds now
        return False
    begins = valid_from(candidate)
    return begins is not None and begins < present_since


def _retirements(candidate: Candidate, near: Sequence[Memory]) -> list[Operation]:
    targets = [one for one in near if _is_meant(candidate, one)]
    if not targets:
        return [_skip(candidate, "nothing_to_retire")]
    return [_operation("retire", "taken_back", candidate, one) for one in targets]


def _is_meant(candidate: Candidate, memory: Memory | Candidate) -> bool:
    """True when “forget …” or “cancel …” means this memory."""
    if candidate.attribute and memory.attribute:
        same_slot = slot_key(candidate.subject, candidate.attribute) == slot_key(
            memory.subject or "user", memory.attribute
        )
        same_value = candidate.value is None or memory.value is None or (
            normalise_name(candidate.value) == normalise_name(memory.value)
        )  # fmt: skip
        if same_slot:
            return same_value
    hint = set(query_terms(candidate.replaces_hint or ""))
    if not hint or memory.kind == "turn":
        return False
    held = set(query_terms(memory.content))
    return len(hint & held) >= RETIRE_OVERLAP * len(hint)


def _skip(candidate: Candidate, reason: str) -> Operation:
    return Operation(action="skip", reason=reason, candidate=candidate)


def _operation(
    action: Action, reason: str, candidate: Candidate | None, target: Memory
) -> Operation:
    return Operation(
        action=action, reason=reason, candidate=candidate, target_id=target.id,
        target_version=target.version, target_content=target.content,
    )  # fmt: skip
