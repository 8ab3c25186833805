"""What of a record is made from its text, and making it anew where the text was changed. Pure.

An export tells of each memory what its own columns were made from (``digest``). A person who edits
the file, or a program that writes one, changes the text and not the words and keys made from it:
such a record is found by its new words only when these are made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from langgraph.store.base import PutOp
from pydantic import ValidationError

from memory_graph.errors import InputError
from memory_graph.stores.checks import check_candidate
from memory_graph.stores.item_rows import item_columns, new_item
from memory_graph.stores.rows import BEFORE_LENGTH, from_candidate, from_turn, spoken
from memory_graph.stores.transfer_records import MADE, MADE_FROM, MemoryRecord, first_problem
from memory_graph.text.clean import normalise_name
from memory_graph.text.language import detect_language
from memory_graph.types import Candidate, Evidence, Turn

WINDOW = 2
"""How many turns before a turn it is found by, too."""


def windows(
    last: dict[str, list[MemoryRecord]], records: Iterable[MemoryRecord]
) -> dict[UUID, list[MemoryRecord]]:
    """The turns before each turn, in its session; ``last`` goes on from chunk to chunk."""
    before: dict[UUID, list[MemoryRecord]] = {}
    # Turns of one write are exported by id; what came before each is told by their positions.
    for one in sorted(records, key=lambda row: (row.recorded_at, row.position or 0)):
        if one.kind == "turn" and one.session_id:
            before[one.id] = last.get(one.session_id, [])
            last[one.session_id] = [*before[one.id], one][-WINDOW:]
    return before


def as_written(
    record: MemoryRecord, before: Sequence[MemoryRecord], index_fields: Sequence[str]
) -> MemoryRecord:
    """The record with all that is made from its text; as it is where nobody changed the text.

    A turn is also found by the turns before it. Raises InputError for what can't be a memory.
    """
    if record.kind == "turn":
        if record.is_genuine and all(one.is_genuine for one in before):
            return record
        return _turn(record, before)
    if record.is_genuine:
        return record
    return _item(record, index_fields) if record.tier == "item" else _memory(record)


def text_of(record: MemoryRecord, before: Sequence[MemoryRecord]) -> str:
    """The text whose vector it gets: its own and, of a turn, that of the turn before."""
    if record.kind != "turn":
        return record.content
    first = [spoken(to_turn(one), BEFORE_LENGTH) for one in before[-1:]]
    return "\n".join([*first, spoken(to_turn(record))])


def to_turn(record: MemoryRecord) -> Turn:
    """The message a record of a turn holds."""
    return Turn(
        role=record.role or "user", content=record.content, speaker=record.speaker,
        message_id=record.message_id, said_at=record.event_from, session_id=record.session_id,
        position=record.position,
    )  # fmt: skip


def _turn(record: MemoryRecord, before: Sequence[MemoryRecord]) -> MemoryRecord:
    columns = from_turn(
        to_turn(record), [to_turn(one) for one in before], thread_id=record.thread_id
    ).columns
    own = {"language", "is_question", "has_time", "word_count", "dedupe_key"}
    names = {"lexemes", "lexeme_count"} | (set() if record.is_genuine else own)
    return _with(record, {name: columns[name] for name in names})


def _item(record: MemoryRecord, index_fields: Sequence[str]) -> MemoryRecord:
    """What was not indexed stays so; of the rest nobody knows the fields that a put had named."""
    if not record.content or not record.namespace:
        return _with(record, {})
    item = new_item(PutOp(record.namespace, record.item_key or "", record.data), index_fields)
    columns = item_columns(item)
    return _with(record, {name: columns[name] for name in ("content", "lexemes", "lexeme_count")})


def _memory(record: MemoryRecord) -> MemoryRecord:
    given = record.model_dump(include=set(Candidate.model_fields) & set(MADE_FROM))
    given |= {
        "subject": record.subject or "user", "event_to": record.event_to,
        "language": detect_language(record.content),
        "evidence": Evidence(role=record.role or "operator", span=record.content[:2000]),
    }  # fmt: skip
    try:
        candidate = check_candidate(Candidate.model_validate(given))
    except ValidationError as error:
        raise InputError(
            f"memory {record.content[:60]!r} of the export: {first_problem(error)}"
        ) from error
    columns = from_candidate(candidate, valid_to=record.valid_to).columns
    names = {*MADE, "content"} - {"entities", "is_question"}
    entities = tuple(sorted({normalise_name(name) for name in record.names}))
    return _with(record, {name: columns[name] for name in names} | {"entities": entities})


def _with(record: MemoryRecord, columns: Mapping[str, Any]) -> MemoryRecord:
    """The record with new columns, and without the vectors of the old ones."""
    return record.model_copy(update={**columns, "embedding": None, "vectors": ()})
