"""From what a model noted to candidates: only what its evidence bears goes through."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal

from memory_graph.prompts.agreement import Said, numbers_agree
from memory_graph.prompts.evidence import copied_from, dominant_language, locate, mentions
from memory_graph.prompts.extract_reply import ExtractedItem, ExtractReply, ItemKind
from memory_graph.prompts.moments import read_interval
from memory_graph.prompts.template import attribute, load_template, one_line
from memory_graph.prompts.turns import turn_id, turn_text
from memory_graph.types import Candidate, Evidence, Language, Relation, Tier, Turn

DropReason = Literal[
    "unknown_message",
    "assistant_text",
    "no_evidence",
    "language_changed",
    "bad_time",
    "empty",
    "numbers_differ",
]
UNPROVEN_CONFIDENCE = 0.5
"""What an item is at most trusted whose number nobody said: little enough to ask a person."""
_TIERS: dict[ItemKind, Tier] = {
    "fact": "semantic",
    "preference": "semantic",
    "relation": "semantic",
    "event": "episodic",
    "rule": "procedural",
}
_USER_WORDS = {"user", "the user", "用户", "使用者"}


@dataclass(frozen=True, slots=True)
class Dropped:
    """An item that was not kept, and why; it holds no content."""

    index: int
    reason: DropReason
    message_id: str


def to_candidates(
    reply: ExtractReply, turns: Sequence[Turn], *, zone: tzinfo | None = None
) -> tuple[list[Candidate], list[Dropped]]:
    """What can be kept of a reply, in order, and what can't.

    ``zone`` is the user's, for times the model wrote without one; without it the turn's zone
    counts, then UTC. One bad item never costs another.
    """
    known = {attribute(turn_id(turn, index)): turn for index, turn in enumerate(turns)}
    known |= {turn_id(turn, index): turn for index, turn in enumerate(turns)}
    kept: list[Candidate] = []
    dropped: list[Dropped] = []
    for index, item in enumerate(reply.items):
        result = _candidate(item, known, zone, turns)
        if isinstance(result, Candidate):
            kept.append(result)
        else:
            dropped.append(Dropped(index, result, item.message_id))
    return kept, dropped


def _candidate(
    item: ExtractedItem, known: Mapping[str, Turn], zone: tzinfo | None, turns: Sequence[Turn]
) -> Candidate | DropReason:
    """The candidate of an item, or why there is none."""
    turn = known.get(item.message_id.strip())
    if turn is None:
        return "unknown_message"
    span = locate(item.span, turn_text(turn))
    reason = _objection(item, turn, span)
    if reason or span is None:
        return reason or "no_evidence"
    try:
        interval = read_interval(item.event_from, item.event_to, _zone(turn, zone))
    except ValueError:
        return "bad_time"
    said = _said(item, turn, span, interval, _zone(turn, zone), turns)
    agreement = numbers_agree(f"{item.content}\n\n{item.value or ''}", said)
    if agreement == "contradict":
        return "numbers_differ"
    built = _build(item, turn, span, interval)
    if agreement == "agree" or item.retires:
        return built
    return built.model_copy(update={"confidence": min(built.confidence, UNPROVEN_CONFIDENCE)})


def _said(
    item: ExtractedItem,
    turn: Turn,
    span: str,
    interval: tuple[datetime | None, datetime | None],
    zone: tzinfo,
    turns: Sequence[Turn],
) -> Said:
    """What was said, for the check of the item's numbers."""
    local = (one.astimezone(zone) if one else None for one in interval)
    said_at = turn.said_at if turn.said_at and turn.said_at.tzinfo else None
    return Said(
        span=span,
        message=turn_text(turn),
        said_at=said_at.astimezone(zone) if said_at else None,
        event=(*interval, *local),
        event_words=item.event_words,
        elsewhere=tuple(turn_text(one) for one in turns if one is not turn),
    )


def _objection(item: ExtractedItem, turn: Turn, span: str | None) -> DropReason | None:
    """Why the item can't be kept, judged by its words."""
    if turn.role == "assistant":
        return "assistant_text"
    if not item.content.strip():
        return "empty"
    languages: tuple[Language, ...] = ("en", "zh")
    ours = "\n".join(load_template("extract", language) for language in languages)
    if span is None or copied_from(item.content, ours, turn_text(turn)):
        return "no_evidence"
    wrote = dominant_language(item.content)
    spoken = {dominant_language(turn_text(turn)), dominant_language(span)} - {None}
    if wrote and spoken and wrote not in spoken:
        return "language_changed"
    return None


def _zone(turn: Turn, zone: tzinfo | None) -> tzinfo:
    """The zone in which the turn's times are meant."""
    return zone or (turn.said_at.tzinfo if turn.said_at else None) or UTC


def _build(
    item: ExtractedItem,
    turn: Turn,
    span: str,
    interval: tuple[datetime | None, datetime | None],
) -> Candidate:
    """The candidate, its labels tidied."""
    said = turn.said_at if turn.said_at and turn.said_at.tzinfo else None
    subject = _label(item.subject)
    return Candidate(
        tier=_TIERS[item.kind],
        kind=item.kind,
        content=one_line(item.content),
        subject="user" if not subject or subject.casefold() in _USER_WORDS else subject,
        attribute=_label(item.attribute),
        value=_label(item.value),
        cardinality=item.cardinality,
        polarity=not item.negated,
        event_from=interval[0],
        event_to=interval[1],
        event_words=_label(item.event_words),
        entities=_said_names(item, turn),
        relations=_relations(item),
        importance=item.importance,
        confidence=item.confidence,
        sensitivity=item.sensitivity,
        evidence=Evidence(role=turn.role, span=span, message_id=turn.message_id, said_at=said),
        retires=item.retires,
        replaces_hint=_label(item.replaces),
        depends_on=tuple(filter(None, map(_label, item.depends_on))),
        language=dominant_language(item.content) or dominant_language(turn_text(turn)) or "en",
    )


def _said_names(item: ExtractedItem, turn: Turn) -> tuple[str, ...]:
    """The entities as they were said; a name that stands nowhere was translated or made up."""
    text = f"{turn_text(turn)}\n{item.content}"
    names = (_label(name) for name in item.entities)
    return tuple(dict.fromkeys(name for name in names if name and mentions(text, name)))


def _relations(item: ExtractedItem) -> tuple[Relation, ...]:
    """The relations whose three parts are all there."""
    triples = (
        (_label(relation.source), _label(relation.name), _label(relation.target))
        for relation in item.relations
    )
    return tuple(
        Relation(source=source, name=name, target=target)
        for source, name, target in triples
        if source and name and target
    )


def _label(text: str | None) -> str | None:
    """A label on one line, width folded; None when nothing is left."""
    return one_line(unicodedata.normalize("NFKC", text))[:200] or None if text else None
