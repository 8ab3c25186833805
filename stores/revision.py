"""How a memory reads after a correction: what changes, what stays, what follows. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from memory_graph.edits.words import places, put_in
from memory_graph.errors import InputError
from memory_graph.stores.checks import check_interval
from memory_graph.stores.item_memories import FIELDS, SCOPE_FIELDS
from memory_graph.stores.keys import slot_key
from memory_graph.text.clean import clean_text, normalise_name
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Evidence, Memory

SETTABLE = FIELDS - {"kind"} | {"content", "tags", "data"}
MAX_CHARACTERS = 4000
_NEAR = 1e-6
"""Numbers are stored with less precision than they are given."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The new version of a memory, and how far it is still about the same."""

    candidate: Candidate
    tags: tuple[str, ...]
    data: Mapping[str, Any]
    same_subject: bool
    """True when it is about the same subject and attribute: its links follow."""
    same_fact: bool
    """True when only the wording changed: what supports it, and since when, stays."""


def revised(
    memory: Memory, content: str | None, changes: Mapping[str, Any], names: Sequence[str]
) -> Revision:
    """The memory with its new text and fields; ``names`` are its entities as they are shown.

    A new text takes the value with it where it stands in the same place (``lives in Oslo`` →
    ``lives in Bergen``); a value it no longer holds is dropped, and so are entities. A new value
    alone takes the place of the old one in the text, where it stands there once.
    Raises InputError for what can't be set, and when nothing would change.
    """
    _check_fields(memory, changes)
    text = _text(memory, content, changes)
    fields = _kept(memory, text, names) | {
        name: value for name, value in changes.items() if name in FIELDS
    }
    candidate = _candidate(memory, text, fields)
    tags = tuple(changes.get("tags", memory.tags))
    data = dict(changes.get("data", memory.data))
    if (
        text == memory.content
        and all(_is_told(name, candidate, memory, names) for name in changes if name in FIELDS)
        and (tags, data) == (memory.tags, memory.data)
    ):
        raise InputError(
            f"memory {memory.id!r} reads like that already: change its text or a field"
        )
    return Revision(
        candidate, tags, data,
        same_subject=same_subject(candidate, memory), same_fact=same_fact(candidate, memory),
    )  # fmt: skip


def _check_fields(memory: Memory, changes: Mapping[str, Any]) -> None:
    for name in changes:
        if name in SCOPE_FIELDS:
            raise InputError(
                f"{name!r} of memory {memory.id!r} can't be set: whose memory it is, and where it "
                "comes from, never changes; remember it in the other scope instead"
            )
        if name not in SETTABLE:
            raise InputError(f"{name!r} can't be set; choose from {', '.join(sorted(SETTABLE))}")


def _text(memory: Memory, content: str | None, changes: Mapping[str, Any]) -> str:
    given = changes.get("content", _with_value(memory, changes)) if content is None else content
    if not isinstance(given, str):
        raise InputError(f"content {given!r} is not a string")
    text = clean_text(given)
    if not text:
        raise InputError(f"content {given!r} is blank: retire memory {memory.id!r} instead")
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"a text of {len(text)} characters is too long ({MAX_CHARACTERS})")
    return text


def _with_value(memory: Memory, changes: Mapping[str, Any]) -> str:
    """The text with the new value where the old one stood, if there is no doubt where."""
    value, found = changes.get("value"), places(memory.content, memory.value)
    if not isinstance(value, str) or len(found) != 1:
        return memory.content
    return put_in(memory.content, found[0], value)


def _kept(memory: Memory, text: str, names: Sequence[str]) -> dict[str, Any]:
    """The fields as they stand after the text alone has changed."""
    value = moved_value(memory.content, text, memory.value)
    old, new = normalise_name(memory.content), normalise_name(text)
    kept = [one for one in names if (key := normalise_name(one)) in new or key not in old]
    if value and memory.value and value != memory.value:
        was_named = normalise_name(memory.value) in {normalise_name(one) for one in names}
        kept += [value] if was_named else []
    return {
        "subject": memory.subject or "user", "attribute": memory.attribute, "value": value,
        "cardinality": memory.cardinality, "polarity": memory.polarity,
        "event_from": memory.event_from, "event_to": memory.event_to,
        "event_words": memory.event_words, "importance": memory.importance,
        "confidence": 1.0, "sensitivity": memory.sensitivity, "entities": kept,
        "language": detect_language(text),
    }  # fmt: skip


def moved_value(old: str, new: str, value: str | None) -> str | None:
    """The value as it stands in the new text: the same, what took its place, or None.

    A value that the old text did not hold word for word can't be followed and stays.
    """
    at = old.find(value) if value else -1
    if not value or at < 0 or value in new:
        return value
    before, after = old[:at], old[at + len(value) :]
    if new.startswith(before) and new.endswith(after) and len(new) > len(before) + len(after):
        return new[len(before) : len(new) - len(after)].strip() or None
    return None


def _candidate(memory: Memory, text: str, fields: Mapping[str, Any]) -> Candidate:
    try:
        candidate = Candidate.model_validate(
            {
                "tier": memory.tier, "kind": memory.kind, **fields, "content": text,
                "evidence": Evidence(role="operator", span=text[:2000]),
            }
        )  # fmt: skip
    except ValidationError as error:
        raise InputError(f"memory {memory.id!r} can't be changed like that: {error}") from error
    check_interval(candidate)
    return candidate


def _is_told(name: str, candidate: Candidate, memory: Memory, names: Sequence[str]) -> bool:
    """True when a field of the new version is that of the memory already."""
    if name == "relations":
        return not candidate.relations  # what is stated already can't be seen from here
    if name == "entities":
        return set(candidate.entities) == set(names)
    new, old = getattr(candidate, name), getattr(memory, name)
    if name == "subject":
        return bool(new == (old or "user"))
    return bool(abs(new - old) < _NEAR if isinstance(new, float) else new == old)


def same_subject(candidate: Candidate, memory: Memory) -> bool:
    """True when both are about the same subject and attribute."""
    return slot_key(candidate.subject, candidate.attribute or "") == slot_key(
        memory.subject or "user", memory.attribute or ""
    )


def same_fact(candidate: Candidate, memory: Memory) -> bool:
    """True when nothing but the wording differs; without a value the wording is all there is."""
    return (
        same_subject(candidate, memory)
        and normalise_name(candidate.value or "") == normalise_name(memory.value or "")
        and candidate.polarity == memory.polarity
        and (candidate.event_from, candidate.event_to) == (memory.event_from, memory.event_to)
    )
