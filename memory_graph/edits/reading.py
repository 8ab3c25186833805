"""What the rules of the offline model read in a sentence before an edit and after it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from memory_graph.edits.labels import Slot, no_slot, valued
from memory_graph.edits.words import same_name, says
from memory_graph.types import Candidate, Turn

_TAKEN = (
    "kind", "subject", "attribute", "value", "cardinality", "polarity", "entities", "relations",
)  # fmt: skip
_NO_CLOCK = datetime(2000, 1, 1, tzinfo=UTC)


def readings(candidate: Candidate, content: str) -> list[Candidate]:
    """What the rules understand of a sentence about the user."""
    from memory_graph.offline import extract_candidates

    said_at = candidate.evidence.said_at
    words = first_person(content)
    turn = Turn(role="user", content=words, said_at=said_at)
    found = extract_candidates([turn], now=said_at or _NO_CLOCK, language=candidate.language)
    return [one for one in found if one.attribute and not one.retires and _is_told(one, content)]


def _is_told(read: Candidate, content: str) -> bool:
    """False for a value with an “I” in it that only stands in the user's own words."""
    own = re.search(r"(?i)\b(?:i|me|my)\b|我", read.value or "")
    return own is None or says(content, read.value)


def first_person(content: str) -> str:
    """The sentence as the user would say it, without a date that was added in brackets."""
    from memory_graph.offline.voice import second_person

    plain = re.sub(r"\s*[(（][^()（）]*[)）](?=\W*$)", "", content)
    if "用户" in plain:
        return re.sub(r"用户(?:自己)?", "我", plain.replace("用户一方", "我们"))
    if not re.search(r"(?i)\bthe user\b", plain):
        return plain
    text = second_person(plain, "en")
    for pattern, word in (("you are", "I am"), ("you were", "I was"), ("your", "my"), ("you", "I")):
        text = re.sub(rf"(?i)\b{pattern}\b", word, text)
    return text + "."


def slot_read(candidate: Candidate, content: str) -> Slot | None:
    """The slot by the rules; None when they don't understand what the sentences are about."""
    before, after = readings(candidate, candidate.content), readings(candidate, content)
    was = only([one for one in before if _is_fact_of(candidate, one)])
    if was is None:
        same = only([one for one in after if _is_slot_of(candidate, one)])
        return _as_read(candidate, same) if same and same.tier == candidate.tier else None
    now = only([one for one in after if _stem(one) == _stem(was) and _means_same(one, was)])
    if now is not None:
        return _moved(candidate, was, now)
    alone = only([one for one in after if one.attribute == was.attribute]) or only(after)
    known = alone is not None and same_name(was.attribute, candidate.attribute)
    if alone is not None and known and alone.tier == candidate.tier:
        return _as_read(candidate, alone)
    return no_slot(candidate, content) if after else None


def _moved(candidate: Candidate, was: Candidate, now: Candidate) -> Slot:
    """The slot with what the rules read in the place of the old value."""
    turned = was.polarity != now.polarity
    slot = valued(candidate, now.value) | {"polarity": candidate.polarity != turned}
    if same_name(was.attribute, candidate.attribute):
        slot["attribute"] = now.attribute
    return slot


def only(found: Sequence[Candidate]) -> Candidate | None:
    """The one reading there is; None of several, for then it is not clear which is meant."""
    return found[0] if len(found) == 1 else None


def _as_read(candidate: Candidate, read: Candidate) -> Slot:
    """The whole slot as the rules read it; times are read apart, in the zone of the user."""
    slot = {name: getattr(read, name) for name in _TAKEN}
    if candidate.sensitivity == "none":
        slot["sensitivity"] = read.sensitivity
    return slot


def _is_fact_of(candidate: Candidate, read: Candidate) -> bool:
    """True when a reading of the old sentence is the candidate, under whichever name."""
    if candidate.value is None:
        return _is_slot_of(candidate, read)
    return _same_subject(candidate, read) and same_name(candidate.value, read.value)


def _is_slot_of(candidate: Candidate, read: Candidate) -> bool:
    return _same_subject(candidate, read) and same_name(candidate.attribute, read.attribute)


def _same_subject(one: Candidate, other: Candidate) -> bool:
    return same_name(one.subject, other.subject)


def _means_same(one: Candidate, was: Candidate) -> bool:
    """True too for a name at the front, in the place of the user: a person writes of them so."""
    by_name = one.evidence.span.casefold().startswith(one.subject.casefold())
    return _same_subject(one, was) or (was.subject == "user" and by_name)


def _stem(read: Candidate) -> str:
    """The attribute without what it is about: ``allergy:`` of ``allergy:peanut``."""
    head, colon, _ = str(read.attribute).partition(":")
    return head + colon
