"""Which memories are the same, and which exclude each other. Pure."""

from __future__ import annotations

import json
from typing import Protocol
from uuid import UUID, uuid5

from memory_graph.stores.branch import NAMESPACE
from memory_graph.stores.kept import kept
from memory_graph.text.clean import normalise_content, normalise_name
from memory_graph.text.tokens import query_terms
from memory_graph.types import Candidate, Turn


def dedupe_key(candidate: Candidate) -> UUID:
    """Equal for candidates that state the same fact.

    Never equal across subject, attribute, polarity, number, place or date: only case, width,
    blanks and closing punctuation are levelled. Without a value the sentence stands for it.
    """
    by_value = bool(candidate.attribute and candidate.value)
    return _named(
        "memory",
        candidate.tier,
        normalise_name(candidate.subject),
        normalise_name(candidate.attribute or ""),
        normalise_name(candidate.value or "") if by_value else _level(candidate.content),
        "yes" if candidate.polarity else "no",
        candidate.event_from.isoformat() if candidate.event_from else "",
    )


_level = kept(1024)(normalise_content)
"""A plan asks for the key of one sentence several times."""


def conflict_key(candidate: Candidate) -> str | None:
    """Equal for candidates of which only one can hold at a time; None when many can."""
    if candidate.cardinality != "single" or not candidate.attribute:
        return None
    return slot_key(candidate.subject, candidate.attribute)


@kept(4096)
def slot_key(subject: str, attribute: str) -> str:
    """The slot ``subject – attribute`` in its levelled spelling."""
    return json.dumps([normalise_name(subject), normalise_name(attribute)], ensure_ascii=False)


class Claim(Protocol):
    """What a statement says of a single-valued slot."""

    @property
    def attribute(self) -> str | None:
        """The slot, as its subject has it."""

    @property
    def value(self) -> str | None:
        """What fills the slot, or what does not."""

    @property
    def polarity(self) -> bool:
        """False when the value is denied."""


def excludes(one: Claim, other: Claim) -> bool:
    """True when two statements about the same slot can't both hold.

    Two values exclude each other; a negation excludes the value it denies and leaves all others:
    who does not work at Globex may well work at Acme. Without a value it denies any. A slot about
    one thing (``preference:coffee``) holds a yes or a no, in whatever words.
    """
    if (one.polarity and other.polarity) or ":" in (one.attribute or ""):
        return True
    return not one.value or not other.value or _is_same(one.value, other.value)


def _is_same(value: str, other: str) -> bool:
    """True for two spellings of one value: “the Red Lion” and “Red Lion”."""
    if normalise_name(value) == normalise_name(other):
        return True
    words = set(query_terms(value))
    return bool(words) and words == set(query_terms(other))


def turn_key(turn: Turn, thread_id: str | None) -> UUID:
    """Equal for the same words of the same message: two branches that share it share the row."""
    where = (
        ["message", thread_id or "", turn.message_id]
        if turn.message_id
        else ["position", turn.session_id or "", str(turn.position), turn.role]
    )
    return _named("turn", *where, turn.content)


def item_key(namespace: tuple[str, ...], key: str) -> UUID:
    """Equal for one key of one namespace."""
    return _named("item", *namespace, "/", key)


def evidence_key(thread_id: str | None, message_id: str | None, number: int, ordinal: int) -> UUID:
    """One evidence a message; words said outside any message count once a write."""
    if message_id:
        return _named("evidence", thread_id or "", message_id)
    return _named("evidence", str(number), str(ordinal))


def _named(*parts: str) -> UUID:
    """A name-based id; JSON keeps the parts apart whatever they hold."""
    return uuid5(NAMESPACE, json.dumps(parts, ensure_ascii=False))
