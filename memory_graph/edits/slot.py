"""The slot (subject – attribute – value) that an edited sentence states. Pure.

First the rules of the offline model read the old sentence and the new one; what they don't
understand is compared word by word. A slot that the new sentence may not state is dropped, so that
no later statement is judged by a value that nobody said.
"""

from __future__ import annotations

from memory_graph.edits.labels import NO_SLOT, Slot, no_slot, renamed, valued
from memory_graph.edits.reading import only, readings, slot_read
from memory_graph.edits.times import is_clock_value
from memory_graph.edits.words import exchanged, negates, places, same_name, says
from memory_graph.text.tokens import query_terms
from memory_graph.types import Candidate


def slot_said(candidate: Candidate, content: str) -> Slot:
    """The fields of the slot as the new sentence states them; NO_SLOT when that can't be told."""
    if candidate.retires:
        return _slot_forgotten(candidate, content)
    read = slot_read(candidate, content)
    if read is not None:
        return read
    return _polarity(candidate, content) | _slot_compared(candidate, content)


def _slot_forgotten(candidate: Candidate, content: str) -> Slot:
    """What is to be forgotten, of an edited “forget …”."""
    hint = exchanged_part(candidate.content, content, candidate.replaces_hint)
    wanted: Slot = {"replaces_hint": hint[:400], "entities": ()}
    read = only(readings(candidate, hint))
    if read is None or not candidate.attribute:
        return wanted | (NO_SLOT if candidate.attribute else {})
    return wanted | {"attribute": read.attribute, "value": read.value}


def exchanged_part(old: str, new: str, part: str | None) -> str:
    """What stands in ``new`` where ``part`` stood in ``old``; all of it when that can't be told."""
    before, found, after = old.partition(part or "\0")
    ending = new.rstrip(" .。!！") if (after := after.strip(" .。!！")) == "" else new
    if not found or not ending.startswith(before) or not ending.endswith(after):
        return new
    return ending[len(before) : len(ending) - len(after)].strip() or new


def _slot_compared(candidate: Candidate, content: str) -> Slot:
    """The slot by the words: what took the place of the value or the subject, else as it was."""
    if is_clock_value(candidate):
        return {} if _is_about(candidate, content) else no_slot(candidate, content)
    if (value := exchanged(candidate.content, content, candidate.value)) is not None:
        return valued(candidate, value)
    if candidate.kind == "rule" and _is_whole(candidate):
        return {"value": content.rstrip(" .。!！")[:200]}
    if candidate.attribute and candidate.subject != "user":
        subject = exchanged(candidate.content, content, candidate.subject)
        if subject is not None:
            return {"subject": subject, **renamed(candidate, candidate.subject, subject)}
    if says(content, candidate.value) and _keeps_words(candidate, content):
        return {}
    return no_slot(candidate, content) if candidate.attribute else {"value": None}


def _is_whole(candidate: Candidate) -> bool:
    """True when the value is the sentence itself, as it is of a rule of behaviour."""
    return same_name(candidate.value, candidate.content.rstrip(" .。!！"))


def _is_about(candidate: Candidate, content: str) -> bool:
    """False when the old sentence named its subject and the new one does not."""
    return says(content, candidate.subject) or not says(candidate.content, candidate.subject)


def _keeps_words(candidate: Candidate, content: str) -> bool:
    """True when the new sentence says all that the old one did; it may say more."""
    old, new = _terms(_without(candidate, candidate.content)), _terms(content)
    return old <= new


def _terms(text: str) -> set[str]:
    """The words, of Chinese the characters: a “不” between two of them parts a pair."""
    return {one for one in query_terms(text, limit=4000) if len(one) != 2 or one.isascii()}


def _polarity(candidate: Candidate, content: str) -> Slot:
    """A sentence that denies what the old one stated turns round, and the other way."""
    turned = negates(_without(candidate, candidate.content)) != negates(
        _without(candidate, content)
    )
    return {"polarity": candidate.polarity != turned}


def _without(candidate: Candidate, content: str) -> str:
    """The sentence without the value: “no sugar” denies nothing."""
    for start, end in reversed(places(content, candidate.value)):
        content = f"{content[:start]} {content[end:]}"
    return content
