"""A person's corrections of a candidate, after which sentence, slot and time agree. Pure.

A form sends back every field, so what is as it was counts as not given. A new sentence takes the
slot and the time along, a new value or time is put into the sentence, and what can't be made to
agree is refused with what to give.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from memory_graph.edits.labels import NO_SLOT, valued
from memory_graph.edits.slot import slot_said
from memory_graph.edits.times import (
    NO_TIMES,
    clock_value,
    is_clock_value,
    moment_given,
    restated,
    times_given,
    times_said,
)
from memory_graph.edits.words import places, put_in, same_name, says, with_article
from memory_graph.errors import ReviewError
from memory_graph.text.clean import clean_text, normalise_name, tidy_name
from memory_graph.text.language import detect_language
from memory_graph.text.redact import redact
from memory_graph.types import Candidate

Fields = dict[str, Any]


def corrected(
    candidate: Candidate, content: str | None, changes: Mapping[str, Any],
    zone: tzinfo | None = None,
) -> Candidate:  # fmt: skip
    """The candidate with the corrections, checked again, in the zone of its user.

    Raises ReviewError when sentence, value and time can't be made to agree, and Pydantic's
    ValidationError for a value that doesn't fit its field.
    """
    place = zone or (candidate.event_from.tzinfo if candidate.event_from else None)
    text = candidate.content if content is None else redact(clean_text(content)).text.strip()
    given = _given(candidate, changes, text, place)
    is_same = _level(text) == _level(candidate.content)
    new = (_revalued if is_same else _reworded)(candidate, text, given, place)
    return _checked(candidate, new | {"confidence": 1.0})


def _level(text: str) -> str:
    return normalise_name(text).rstrip(" .!?。！？…")


def _checked(candidate: Candidate, fields: Fields) -> Candidate:
    return Candidate.model_validate(candidate.model_dump() | fields)


def _given(
    candidate: Candidate, changes: Mapping[str, Any], text: str, zone: tzinfo | None
) -> Fields:
    """The corrections that fit their fields, without what a form sends back as it was.

    A value is kept even then: whether it was meant depends on the sentence.
    """
    times = {
        name: moment_given(name, changes[name], zone)
        for name in ("event_from", "event_to")
        if name in changes
    }
    changes = {**changes, **times}
    if isinstance(changes.get("value"), str):
        changes["value"] = tidy_name(redact(clean_text(changes["value"])).text) or None
    checked = _checked(candidate, {**changes, "content": text})
    given = {name: getattr(checked, name) for name in changes}
    return {
        name: one
        for name, one in given.items()
        if name == "value" or one != getattr(candidate, name)
    }


def _reworded(candidate: Candidate, text: str, given: Fields, zone: tzinfo | None) -> Fields:
    """A new sentence: slot and time follow it, unless they were given with it."""
    slot = slot_said(candidate, text)
    if _is_value_given(candidate, slot, given):
        slot |= _slot_given(candidate, text, slot, given["value"])
    others = {name: one for name, one in given.items() if name != "value"}
    fields = {"content": text, "language": detect_language(text, candidate.language)} | slot
    fields |= _hint(candidate, text)
    if _is_lost(slot) and is_clock_value(candidate):
        fields |= NO_TIMES
    if "event_from" not in others:
        fields |= times_said(candidate, text, zone)
    fields |= times_given(candidate, others) | others
    return _with_clock_value(candidate, _without_lost_names(candidate, fields), zone)


def _is_value_given(candidate: Candidate, slot: Fields, given: Fields) -> bool:
    """False too for a value that was sent back as it was, unless nothing speaks against it."""
    if "value" not in given:
        return False
    if not same_name(given["value"], candidate.value):
        return True
    return _is_lost(slot) and bool(candidate.value) and not says(candidate.content, candidate.value)


def _is_lost(slot: Fields) -> bool:
    """True when it can't be told which slot the new sentence is about."""
    return "attribute" in slot and slot["attribute"] is None


def _slot_given(candidate: Candidate, text: str, slot: Fields, value: str | None) -> Fields:
    """The slot with the value a person has given; raises ReviewError when the sentence has another.

    The attribute stays, as the person saw it, unless the sentence is clearly about another.
    """
    if value is None:
        return dict(NO_SLOT)
    said = slot.get("value")
    if said and says(text, said) and not same_name(said, value) and not says(text, value):
        raise ReviewError(
            f"the sentence says {said!r} and 'value' says {value!r}: give one of both"
        )
    kept = {"attribute": candidate.attribute, "cardinality": candidate.cardinality}
    return (kept if not slot.get("attribute") else {}) | valued(candidate, value)


def _without_lost_names(candidate: Candidate, fields: Fields) -> Fields:
    """The fields without entities and relations whose names the new sentence has lost."""
    old, new = normalise_name(candidate.content), normalise_name(fields["content"])

    def lost(label: str) -> bool:
        name = normalise_name(label)
        return bool(name) and name in old and name not in new

    entities = fields.get("entities", candidate.entities)
    relations = fields.get("relations", candidate.relations)
    return fields | {
        "entities": tuple(one for one in entities if not lost(one)),
        "relations": tuple(
            one for one in relations if not (lost(one.source) or lost(one.target))
        ),
    }  # fmt: skip


def _with_clock_value(candidate: Candidate, fields: Fields, zone: tzinfo | None) -> Fields:
    """A value that is the time when it begins follows that time."""
    if not candidate.value or not is_clock_value(candidate) or "event_from" not in fields:
        return fields
    begin = fields["event_from"]
    if begin is None or not fields.get("attribute", candidate.attribute):
        return fields | NO_SLOT
    return fields | {"value": clock_value(begin.astimezone(zone), candidate.value)}


def _revalued(candidate: Candidate, text: str, given: Fields, zone: tzinfo | None) -> Fields:
    """The same sentence: a new value and a new time are put into it."""
    given = _as_time(candidate, given, zone)
    others = {name: one for name, one in given.items() if name != "value"}
    fields: Fields = {"content": text} | times_given(candidate, others) | others
    old = candidate.model_copy(update={"content": text})
    fields["content"] = restated(old, _checked(old, {**fields, "content": text}), zone)
    if fields["content"] != text:
        fields["event_words"] = None
    if "value" in given and not same_name(given["value"], candidate.value):
        fields |= _put_in(candidate, fields["content"], given["value"]) | others
    fields |= _hint(candidate, fields["content"]) | fields
    return _with_clock_value(candidate, fields, zone)


def _as_time(candidate: Candidate, given: Fields, zone: tzinfo | None) -> Fields:
    """A value that is a time, given as one: the event begins then."""
    value = given.get("value")
    if not is_clock_value(candidate) or not value or same_name(value, candidate.value):
        return given
    begin = moment_given("value", value, zone, candidate.value)
    return {"event_from": begin} | {name: one for name, one in given.items() if name != "value"}


def _put_in(candidate: Candidate, text: str, value: str | None) -> Fields:
    """The new value in the place of the old one, in the sentence and in what is named after it."""
    if value is None:
        return dict(NO_SLOT)
    slot = valued(candidate, value)
    found = places(text, candidate.value)
    if _says_besides(text, found, value):
        return slot
    if len(found) != 1:
        why = f"says {candidate.value!r} {len(found)} times" if found else (
            f"doesn't say {candidate.value or value!r}"
        )  # fmt: skip
        raise ReviewError(f"the sentence {why}: give 'content' too, with {value!r} in it")
    new = put_in(text, found[0], with_article(text[slice(*found[0])], value))
    read = slot_said(candidate, new)
    if candidate.retires:
        return {"content": new, "replaces_hint": read.get("replaces_hint")} | slot
    is_read = says(str(read.get("value")), value)  # “a doctor”, as a rule would store it
    return {"content": new} | (read if is_read else slot)


def _hint(candidate: Candidate, text: str) -> Fields:
    """The hint that is the sentence itself follows it; others name what is replaced and stay."""
    is_sentence = candidate.replaces_hint == candidate.content[:400]
    return {"replaces_hint": text[:400]} if is_sentence else {}


def _says_besides(text: str, found: list[tuple[int, int]], value: str) -> bool:
    """True when the sentence says the new value already, and not only as a part of the old one."""
    return any(
        not any(start <= begin and end <= stop for start, stop in found)
        for begin, end in places(text, value)
    )
