"""The records of an export: one header, then memories, then links; JSON objects, one a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal, Self
from uuid import UUID, uuid5

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from memory_graph.errors import InputError
from memory_graph.fields import Moment, Unit
from memory_graph.stores.branch import NAMESPACE
from memory_graph.stores.item_rows import MAX_TTL_MINUTES
from memory_graph.text.clean import clean_json, clean_string
from memory_graph.types import TRUST, Cardinality, Kind, Role, Sensitivity, Tier

FORMAT = 1
MADE = (
    "dedupe_key", "conflict_key", "lexemes", "lexeme_count", "word_count", "has_time",
    "is_question", "entities", "language",
)  # fmt: skip
"""What of a memory is made from its text and from what it is about."""
MADE_FROM = (
    "tier", "kind", "content", "data", "subject", "attribute", "value", "cardinality", "polarity",
    "event_from", "valid_to", "names", "role", "speaker",
)  # fmt: skip


def _clean(value: object) -> object:
    return clean_string(value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_clean)]
MAX_TRUST = max(TRUST.values())
Number = Annotated[int, Field(ge=-(2**31), lt=2**31)]
"""What an integer column holds."""
Count = Annotated[int, Field(ge=0, lt=2**31)]
Data = Annotated[dict[str, JsonValue], BeforeValidator(clean_json)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Header(_Record):
    """What the export is of."""

    record: Literal["header"]
    format: int = Field(ge=1)
    scope: Text
    clock: Moment
    """What was recorded later is not in it."""
    embedder: Text | None = None
    """Whose vectors it holds."""
    memories: int = Field(ge=0)
    links: int = Field(default=0, ge=0)

    def lack(self, memories: int, links: int) -> str | None:
        """What there is of what was announced, where that is too little."""
        if memories < self.memories:
            return f"{memories} of {self.memories} memories"
        return f"{links} of {self.links} links" if links < self.links else None


class ClosingRecord(_Record):
    """When and why a memory was closed."""

    closed_at: Moment
    valid_to: Moment
    superseded_by: UUID | None = None
    reason: Text


class EvidenceRecord(_Record):
    """Who said so, in which message."""

    evidence_key: UUID
    role: Role
    span: Text
    confidence: Unit
    thread_id: Text | None = None
    message_id: Text | None = None
    said_at: Moment | None = None
    recorded_at: Moment


class AccessRecord(_Record):
    """How it was used."""

    access_count: Count
    accessed_at: Moment


class VectorRecord(_Record):
    """A further vector of an item."""

    ordinal: Count
    path: Text
    embedding: Text


class MemoryRecord(_Record):
    """A memory with both clocks, and all that hangs on it."""

    record: Literal["memory"]
    id: UUID
    tier: Tier | Literal["item"]
    kind: Kind
    dedupe_key: UUID
    interval_number: Number
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
    event_from: Moment | None = None
    event_to: Moment | None = None
    event_words: Text | None = None
    valid_from: Moment
    valid_to: Moment | None = None
    recorded_at: Moment
    created_at: Moment
    confidence: Unit = 1.0
    importance: Unit = 0.5
    sensitivity: Sensitivity = "none"
    trust: int = Field(default=3, ge=0, le=MAX_TRUST)
    language: Text | None = None
    speaker: Text | None = None
    role: Role | None = None
    tags: tuple[Text, ...] = ()
    entities: tuple[Text, ...] = ()
    thread_id: Text | None = None
    session_id: Text | None = None
    position: Number | None = None
    message_id: Text | None = None
    is_question: bool = False
    has_time: bool = False
    word_count: Count = 0
    ttl_minutes: float | None = Field(default=None, gt=0, le=MAX_TTL_MINUTES)
    expires_at: Moment | None = None
    version: int = Field(default=1, ge=1, lt=2**31)
    lexemes: Text = ""
    lexeme_count: Count = 0
    doubtful: bool = False
    closings: tuple[ClosingRecord, ...] = ()
    evidence: tuple[EvidenceRecord, ...] = ()
    names: tuple[Text, ...] = ()
    """Its entities as they are shown."""
    relations: tuple[tuple[Text, Text, Text], ...] = ()
    access: AccessRecord | None = None
    embedding: Text | None = None
    vectors: tuple[VectorRecord, ...] = ()
    digest: Text | None = None
    """Of what is made from its text; None, too, where that is not what it was."""

    @model_validator(mode="after")
    def _fits_its_tier(self) -> Self:
        if (self.tier == "item") != (self.kind == "item"):
            raise ValueError(f"a {self.kind} can't be of tier {self.tier}")
        if self.tier == "item" and not self.namespace:
            raise ValueError("an item has a namespace")
        return self

    @property
    def is_open(self) -> bool:
        """True when nobody has closed it."""
        return not self.closings

    @property
    def is_genuine(self) -> bool:
        """True when nobody has changed its text, or what is made from it."""
        return self.digest is not None


class LinkRecord(_Record):
    """A link between two memories of the export."""

    record: Literal["link"]
    source_id: UUID
    kind: Literal["supersedes", "derived_from", "causes", "depends_on", "part_of"]
    target_id: UUID
    recorded_at: Moment


Record = Header | MemoryRecord | LinkRecord
_ANY: TypeAdapter[Record] = TypeAdapter(Annotated[Record, Field(discriminator="record")])


def parse_record(value: Any, number: int) -> Record:
    """A checked record. Raises InputError that names the record's place and what is wrong.

    A memory that was changed since its export has no digest.
    """
    if isinstance(value, str | bytes):
        raise InputError(f"record {number} is text: read each line of an export with json.loads")
    try:
        record = _ANY.validate_python(value)
    except ValidationError as error:
        raise InputError(
            f"record {number} is not one of an export: {first_problem(error)}"
        ) from error
    if (number == 1) != isinstance(record, Header):
        raise InputError(
            f"record {number} is a {record.record}: an export starts with its header, once"
        )
    if isinstance(record, Header) and record.format > FORMAT:
        raise InputError(
            f"the export has format {record.format}, this version reads up to {FORMAT}: upgrade"
        )
    if isinstance(record, MemoryRecord) and record.digest != digest(value):
        return record.model_copy(update={"digest": None})
    return record


def first_problem(error: ValidationError) -> str:
    """Where the first of the things that are wrong lies, and what it is."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    given = "" if isinstance(first["input"], Mapping) else f", not {str(first['input'])[:80]!r}"
    return f"{where}: {first['msg']}{given}" if where else f"{first['msg']}{given}"


def digest(record: Mapping[str, Any]) -> str:
    """Tells whether a record is as it was exported."""
    told = [record.get(name) for name in (*MADE, *MADE_FROM)]
    text = json.dumps(told, ensure_ascii=True, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()


def changed_id(record: MemoryRecord, value: Mapping[str, Any]) -> UUID:
    """The id of a record that was changed: the same for the same change."""
    return uuid5(NAMESPACE, f"changed {record.id} {digest(value)}")


def imported_id(scope: str, old: UUID) -> UUID:
    """The id of an imported memory: the same each time it is imported into a scope."""
    return uuid5(NAMESPACE, f"import {scope} {old}")
