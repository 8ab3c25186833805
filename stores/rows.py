"""Between rows of the database and the project's types. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from memory_graph.stores.keys import conflict_key, dedupe_key, turn_key
from memory_graph.text.clean import clean_json, clean_text, normalise_name, tidy_name
from memory_graph.text.cues import count_words, date_words, shorten, text_cues
from memory_graph.text.language import detect_language
from memory_graph.text.tokens import index_terms
from memory_graph.types import TRUST, Candidate, Evidence, Language, Memory, Turn

MAX_OCCURRENCES = 255
"""What a tsvector can hold of one lexeme, and what term_frequency inverts exactly."""

BEFORE_LENGTH = 480
"""Characters of the turn before that go into a turn's vector, so that its own words prevail."""

MAX_LEXEME_BYTES = 800_000
"""What of a tsvector's megabyte the lexemes of one row may take."""

EMPTY_ROW: dict[str, Any] = {
    "doubted": False, "conflict_key": None, "namespace": None, "item_key": None,
    "subject": None, "attribute": None, "value": None, "cardinality": "many", "polarity": True,
    "event_from": None, "event_to": None, "event_words": None, "valid_to": None,
    "confidence": 1.0, "importance": 0.5, "sensitivity": "none", "trust": 3, "language": None,
    "speaker": None, "role": None, "tags": [], "entities": [], "thread_id": None,
    "session_id": None, "position": None, "message_id": None, "ttl_minutes": None,
    "is_question": False, "has_time": False, "word_count": 0, "embedding": None,
}  # fmt: skip

_FIELDS = tuple(Memory.model_fields)
_SINGLE, _DIGITS = ("confidence", "importance"), 6
"""What is stored in single precision, and how many digits of it are true: 0.9 is to be 0.9."""


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory about to be asserted: its columns, and what hangs on it."""

    columns: Mapping[str, Any]
    evidence: tuple[Evidence, ...] = ()
    entities: tuple[str, ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    evidence_confidence: float = 1.0

    def doubtful(self) -> NewMemory:
        """The same memory, asserted as doubtful."""
        return replace(self, columns={**self.columns, "doubted": True})

    @property
    def data(self) -> Any:
        """The free fields, as JSON takes them."""
        given = self.columns["data"]
        return given.obj if isinstance(given, Jsonb) else given

    @property
    def embed_text(self) -> str:
        """The text its vector is made from."""
        return str(self.columns["embed_text"])


def lexeme_vector(terms: Sequence[str]) -> str:
    """Terms as a tsvector literal that keeps how often each occurs.

    The first ones that fit: PostgreSQL takes a megabyte of lexemes and positions in a row.
    """
    parts = []
    left = MAX_LEXEME_BYTES
    for term, count in Counter(terms).items():
        occurrences = min(count, MAX_OCCURRENCES)
        left -= len(term.encode()) + 2 * occurrences + 4
        if left < 0:
            break
        quoted = term.replace("\\", "\\\\").replace("'", "''")
        parts.append(f"'{quoted}':{','.join(map(str, range(1, occurrences + 1)))}")
    return " ".join(parts)


def lexeme_columns(*texts: str) -> dict[str, Any]:
    """The two columns that lexical recall reads, of one or several texts as one bag."""
    terms = [term for text in texts for term in index_terms(text)]
    return {"lexemes": lexeme_vector(terms), "lexeme_count": len(terms)}


def vector_literal(vector: Sequence[float] | None) -> str | None:
    """A vector as pgvector reads it."""
    return None if vector is None else _vector_format(len(vector)) % tuple(vector)


@cache
def _vector_format(size: int) -> str:
    """One format for all numbers of a vector: half precision has fewer than five digits."""
    return "[" + ",".join(["%.5g"] * size) + "]"


def from_candidate(
    candidate: Candidate, *, thread_id: str | None = None,
    valid_to: datetime | None = None, data: Mapping[str, Any] | None = None,
    tags: Sequence[str] = (),
) -> NewMemory:  # fmt: skip
    """The row of a candidate. ``valid_to`` marks history that has already ended."""
    content = clean_text(candidate.content)
    relations = tuple(
        (one.source, one.name, one.target)
        for one in candidate.relations
        if all(map(normalise_name, (one.source, one.name, one.target)))
    )
    related = (name for source, _, target in relations for name in (source, target))
    names = tuple(filter(normalise_name, (*candidate.entities, *related)))
    columns = EMPTY_ROW | {
        "tier": candidate.tier, "kind": candidate.kind, "dedupe_key": dedupe_key(candidate),
        "conflict_key": None if valid_to else conflict_key(candidate),
        "content": content, "data": Jsonb(clean_json(dict(data or {}))),
        "subject": candidate.subject, "attribute": candidate.attribute, "value": candidate.value,
        "cardinality": candidate.cardinality, "polarity": candidate.polarity,
        "event_from": candidate.event_from, "event_to": candidate.event_to,
        "event_words": candidate.event_words, "valid_to": valid_to,
        "valid_from": valid_from(candidate),
        "confidence": candidate.confidence, "importance": candidate.importance,
        "sensitivity": candidate.sensitivity, "trust": TRUST[candidate.evidence.role],
        "language": candidate.language, "speaker": candidate.evidence.role,
        "role": candidate.evidence.role, "tags": list(tags),
        "entities": sorted({normalise_name(name) for name in names}),
        "thread_id": thread_id, "message_id": candidate.evidence.message_id,
        "has_time": candidate.event_from is not None, "word_count": count_words(content),
        **lexeme_columns(_dated(content, candidate)), "embed_text": content,
    }  # fmt: skip
    unique = tuple(dict.fromkeys(tidy_name(name) for name in names))
    return NewMemory(columns, (candidate.evidence,), unique, relations, candidate.confidence)


def valid_from(candidate: Candidate) -> datetime | None:
    """Since when it is true: a fact from its own time on, everything else from when it was said.

    None stands for the clock of the write.
    """
    said, own = candidate.evidence.said_at, candidate.event_from
    if candidate.kind != "event" and own and (said is None or own < said):
        return own
    return said


def _dated(content: str, candidate: Candidate) -> str:
    """The words a candidate is found by: its own, and the day it speaks of."""
    if candidate.event_from is None:
        return content
    return f"{content} \n{date_words(candidate.event_from, candidate.language)}"


def from_turn(turn: Turn, before: Sequence[Turn], *, thread_id: str | None) -> NewMemory:
    """The row of a turn, indexed with its neighbours so that an answer is found by its question.

    The vector covers the turn and the one before it, the lexemes the two before it (same session),
    each with its speaker and the day it was said on, in the zone of ``said_at``. A turn is
    its own evidence: the row names speaker, message and thread.
    """
    window = [one for one in before if one.session_id == turn.session_id][-2:]
    content = clean_text(turn.content)
    cues, language = text_cues(content), detect_language(content)
    columns = EMPTY_ROW | {
        "tier": "episodic", "kind": "turn", "dedupe_key": turn_key(turn, thread_id),
        "content": content, "data": Jsonb(clean_json(dict(turn.data))),
        "language": language, "is_question": cues.is_question, "has_time": cues.has_time,
        "word_count": cues.word_count,
        "valid_from": turn.said_at, "event_from": turn.said_at, "importance": 0.3,
        "trust": TRUST[turn.role],
        "speaker": turn.speaker or turn.role, "role": turn.role, "thread_id": thread_id,
        "session_id": turn.session_id, "position": turn.position, "message_id": turn.message_id,
        **lexeme_columns(*(_said_on(one, language) for one in (*window, turn))),
        "embed_text": "\n".join([*(spoken(one, BEFORE_LENGTH) for one in window[-1:]),
                                 spoken(turn)]),
    }  # fmt: skip
    return NewMemory(columns)


def _said_on(turn: Turn, language: Language) -> str:
    """A turn as its lexemes are made: when it was said, who said it, then what."""
    day = f"{date_words(turn.said_at, language)} " if turn.said_at else ""
    return day + spoken(turn)


def spoken(turn: Turn, length: int | None = None) -> str:
    """A turn as it is indexed: who, then what, shortened to ``length`` characters."""
    said = shorten(turn.content, length) if length else turn.content
    return f"{turn.speaker or turn.role}: {said}"


def to_memory(row: Mapping[str, Any]) -> Memory:
    """The public view of a row of ``memory_columns``."""
    values = {name: value for name in _FIELDS if (value := row.get(name)) is not None}
    for name in ("id", "superseded_by"):
        if isinstance(values.get(name), UUID):
            values[name] = str(values[name])
    for name in _SINGLE:
        if name in values:
            values[name] = round(values[name], _DIGITS)
    return Memory.model_validate(values)
