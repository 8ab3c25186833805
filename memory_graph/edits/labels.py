"""The labels of a fact when its value is another: what is named after the value follows. Pure."""

from __future__ import annotations

from typing import Any

from memory_graph.edits.words import places, put_in, same_name, says
from memory_graph.types import Candidate

Slot = dict[str, Any]
NO_SLOT: Slot = {"attribute": None, "value": None, "cardinality": "many"}
"""A fact that is known by its sentence alone; nothing replaces it, it replaces nothing."""


def no_slot(candidate: Candidate, content: str) -> Slot:
    """No slot, nor a subject that the sentence is not about any more."""
    gone = says(candidate.content, candidate.subject) and not says(content, candidate.subject)
    return NO_SLOT | ({"subject": "user"} if gone else {})


def valued(candidate: Candidate, value: str | None) -> Slot:
    """The slot with another value, and with it what is named after the old one."""
    if value is None or same_name(value, candidate.value):
        return {"value": value}
    return {
        "value": value,
        "attribute": _attribute(candidate, value),
        **renamed(candidate, candidate.value, value),
    }


def _attribute(candidate: Candidate, value: str) -> str | None:
    """The attribute, when it is named after the value: ``allergy:peanut``, “peanut allergy”."""
    from memory_graph.offline.lexicon import topic

    attribute, old = candidate.attribute, candidate.value
    if not attribute or not old:
        return attribute
    head, colon, about = attribute.partition(":")
    if colon and (same_name(about, old) or about == topic(old)):
        return f"{head}:{topic(value)}"[:200]
    found = places(attribute.replace("_", " "), old)
    return put_in(attribute, found[0], value)[:200] if len(found) == 1 else attribute


def renamed(candidate: Candidate, old: str | None, new: str) -> Slot:
    """Entities and relations with the new name in place of the old one."""

    def name(label: str) -> str:
        return new if old and same_name(label, old) else label

    return {
        "entities": tuple(dict.fromkeys(name(one) for one in candidate.entities)),
        "relations": tuple(
            one.model_copy(update={"source": name(one.source), "target": name(one.target)})
            for one in candidate.relations
        ),
    }
