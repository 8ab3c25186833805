"""The records of an export: one header, then memories, then links; JSON objects, one a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from uuid import UUID, uuid5

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
)

from memory_graph.errors import InputError
from memory_graph.fields import Unit
from memory_graph.stores.branch import NAMESPACE
from memory_graph.text.clean import clean_json, clean_string
from memory_graph.types import Cardinality, Kind, Role, Sensitivity, Tier

FORMAT = 1


def _clean(value: object) -> object:
    return clean_string(value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_clean)]
Data = Annotated[dict[str, JsonValue], BeforeValidator(clean_json)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Header(_Record):
    """What the export is of."""

    record: Literal["header"]
    format: int
    scope: Text
    clock: AwareDatetime
    """What was recorded later is not in it."""
    embedder: Text | None = None
    """Whose vectors it holds."""
    memories: int = Field(ge=0)


class ClosingRecord(_Record):
    """When and why a memory was closed."""

    closed_at: AwareDatetime
    valid_to: AwareDatetime
    superseded_by: UUID | None = None
    reason: Text


class EvidenceRecord(_Record):
    """Who said so, in which message."""

    evidence_key: UUID
    role: Role
    span: Text
    confidence: float
    thread_id: Text | None = None
    message_id: Text | None = None
    said_at: AwareDatetime | None = None
    recorded_at: AwareDatetime


class AccessRecord(_Record):
    """How it was used."""

    access_count: int = Field(ge=0)
    accessed_at: AwareDatetime


class VectorRecord(_Record):
    """A further vector of an item."""

    ordinal: int
    path: Text
    embedding: Text


class MemoryRecord(_Record):
    """A memory with both clocks, and all that hangs on it."""

    record: Literal["memory"]
    id: UUID
    tier: Tier | Literal["item"]
    kind: Kind
    dedupe_key: UUID
    interval_number: int
    conflict_key: Text | None = None
    namespace: tuple[Text, ...] | None = None
    item_key: Text | None = None
    content: Text
    data: Data
    subject: Text | None = None
    attribute: Text | None = None
    value: Text | None = None
    cardinality: Cardinality = "many"
    polarity: bool = True
    event_from: AwareDatetime | None = None
    event_to: AwareDatetime | None = None
    event_words: Text | None = None
    valid_from: AwareDatetime
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    created_at: AwareDatetime
    confidence: Unit = 1.0
    importance: Unit = 0.5
    sensitivity: Sensitivity = "none"
    trust: int = 3
    language: Text | None = None
    speaker: Text | None = None
    role: Role | None = None
    tags: tuple[Text, ...] = ()
    entities: tuple[Text, ...] = ()
    thread_id: Text | None = None
    session_id: Text | None = None
    position: int | None = None
    message_id: Text | None = None
    is_question: bool = False
    has_time: bool = False
    word_count: int = 0
    ttl_minutes: float | None = None
    expires_at: AwareDatetime | None = None
    version: int = Field(default=1, ge=1)
    lexemes: Text = ""
    lexeme_count: int = 0
    doubtful: bool = False
    closings: tuple[ClosingRecord, ...] = ()
    evidence: tuple[EvidenceRecord, ...] = ()
    names: tuple[Text, ...] = ()
    """Its entities as they are shown."""
    relations: tuple[tuple[Text, Text, Text], ...] = ()
    access: AccessRecord | None = None
    embedding: Text | None = None
    vectors: tuple[VectorRecord, ...] = ()

    @property
    def is_open(self) -> bool:
        """True when nobody has closed it."""
        return not self.closings


class LinkRecord(_Record):
    """A link between two memories of the export."""

    record: Literal["link"]
    source_id: UUID
    kind: Literal["supersedes", "derived_from", "causes", "depends_on", "part_of"]
    target_id: UUID
    recorded_at: AwareDatetime


Record = Header | MemoryRecord | LinkRecord
_ANY: TypeAdapter[Record] = TypeAdapter(Annotated[Record, Field(discriminator="record")])


def parse_record(value: Mapping[str, Any], number: int) -> Record:
    """A checked record. Raises InputError that names the record's place and what is wrong."""
    try:
        record = _ANY.validate_python(value)
    except ValidationError as error:
        raise InputError(f"record {number} is not one of an export: {error}") from error
    if (number == 1) != isinstance(record, Header):
        raise InputError(
            f"record {number} is a {record.record}: an export starts with its header, once"
        )
    if isinstance(record, Header) and record.format > FORMAT:
        raise InputError(
            f"the export has format {record.format}, this version reads up to {FORMAT}: upgrade"
        )
    return record


def imported_id(scope: str, old: UUID) -> UUID:
    """The id of an imported memory: the same each time it is imported into a scope."""
    return uuid5(NAMESPACE, f"import {scope} {old}")
