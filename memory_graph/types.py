"""The values that travel between the parts: candidates, memories, operations, decisions.

Everything that is kept in graph state is a Pydantic model dumped with ``mode="json"``, so that any
checkpointer, Studio and the SDK can read it. All times are timezone-aware.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from memory_graph.fields import Label, Moment, Storable, Unit, usable_or_none

Tier = Literal["episodic", "semantic", "procedural", "archive"]
TIERS: tuple[Tier, ...] = ("episodic", "semantic", "procedural", "archive")

Kind = Literal["turn", "event", "fact", "preference", "relation", "rule", "document", "item"]
Role = Literal["user", "assistant", "tool", "document", "operator"]
Cardinality = Literal["single", "many"]
Sensitivity = Literal["none", "health", "money", "identity", "credentials", "location"]
Language = Literal["zh", "en"]
Action = Literal["add", "reinforce", "supersede", "retire", "skip", "doubt"]
DecisionType = Literal["approve", "edit", "reject", "respond"]

TRUST: dict[Role, int] = {"document": 1, "tool": 1, "assistant": 2, "operator": 3, "user": 4}
"""How far a speaker is believed about the user; higher is never closed by lower."""


class Frozen(BaseModel):
    """Immutable, and strict about names it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Evidence(Frozen):
    """Why a memory is believed: who said which words in which message."""

    role: Role = "user"
    span: str = Field(max_length=2000)
    """The literal words, as they stand in the message."""
    message_id: Storable | None = None
    thread_id: Storable | None = None
    said_at: Moment | None = None


class Relation(Frozen):
    """A named relation between two entities, for example ``Alice –works_on→ API Integration``."""

    source: Label
    name: Label
    target: Label


class Candidate(Frozen):
    """Something that could be remembered, not yet stored."""

    tier: Tier
    kind: Kind
    content: str = Field(min_length=1, max_length=4000)
    """One sentence in the language of the speaker; names untranslated."""
    subject: Label = "user"
    """Whom it is about; ``user`` is the person whose memory this is."""
    attribute: Label | None = None
    value: Label | None = None
    cardinality: Cardinality = "many"
    """``single``: a new value replaces the old one; ``many``: values stand side by side."""
    polarity: bool = True
    """False for a negation or a dislike."""
    event_from: Moment | None = None
    event_to: Moment | None = None
    """When it happens in the world, half-open."""
    event_words: Label | None = None
    """The time as it was said."""
    entities: tuple[Label, ...] = Field(default=(), max_length=32)
    relations: tuple[Relation, ...] = Field(default=(), max_length=16)
    importance: Unit = 0.5
    confidence: Unit = 0.9
    sensitivity: Sensitivity = "none"
    evidence: Evidence
    retires: bool = False
    """True when the speaker takes something back (“forget …”, “cancel …”) instead of stating it."""
    replaces_hint: Storable | None = Field(default=None, max_length=400)
    """Words that find what this changes or takes back, when no key does."""
    depends_on: tuple[Label, ...] = Field(default=(), max_length=16)
    language: Language = "en"


class Memory(Frozen):
    """A stored row as a reader sees it."""

    id: str
    scope: str
    tier: Tier | Literal["item"]
    kind: Kind
    content: str
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    cardinality: Cardinality = "many"
    polarity: bool = True
    event_from: AwareDatetime | None = None
    event_to: AwareDatetime | None = None
    event_words: str | None = None
    valid_from: AwareDatetime
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    closed_at: AwareDatetime | None = None
    superseded_by: str | None = None
    confidence: float = 1.0
    importance: float = 0.5
    sensitivity: Sensitivity = "none"
    trust: int = 3
    doubtful: bool = False
    """It may be out of date: what it rests on has changed, or, of a turn that was recalled, what it
    states was closed since."""
    language: str | None = None
    speaker: str | None = None
    entities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    thread_id: str | None = None
    session_id: str | None = None
    position: int | None = None
    message_id: str | None = None
    evidence_count: int = 0
    access_count: int = 0
    """How often it was recalled or read, up to some seconds ago; in single reads and lists."""
    last_access: AwareDatetime | None = None
    version: int = 1
    data: dict[str, Any] = Field(default_factory=dict)
    """What else the caller stored with it."""

    @property
    def is_open(self) -> bool:
        """True while nothing has closed it."""
        return self.closed_at is None and self.valid_to is None


class Scores(Frozen):
    """How a recalled memory was ranked; raw arm scores, then what became of them."""

    vector: float | None = None
    """Cosine with the question; None for a row or a recall without a vector."""
    follower: float | None = None
    """Cosine of the next turn of the session, whose vector covers this one too."""
    bm25: float = 0.0
    entity: float = 0.0
    """1 for a row with an entity the question names, 0.5 for one a relation away."""
    time: float = 0.0
    """How far the row lies in a time the question speaks of."""
    code: float = 0.0
    """1 when a code of the question stands in the row, 0.5 when beside it."""
    speaker: float = 0.0
    """1 when it was said by the one the question asks about."""
    session: float = 0.0
    """The best row of its session, words and meaning together."""
    fused: float = 0.0
    """All scores, weighed and summed, as a part of the most that was possible."""
    importance_boost: float = 1.0
    recency_boost: float = 1.0
    boost: float = 1.0
    rerank: float | None = None
    """What the re-ranker said, if there was one."""
    final: float = 0.0


class Recalled(Frozen):
    """A memory with the scores that brought it up."""

    memory: Memory
    scores: Scores
    alike: int = 0
    """How many more that say the same were folded into this one to save room."""


class RecallWindow(Frozen):
    """A half-open time that a question spoke of."""

    words: str
    since: AwareDatetime
    until: AwareDatetime


class RecallResult(Frozen):
    """What one recall gave, best first."""

    memories: tuple[Recalled, ...] = ()
    degraded: bool = False
    """True when an arm could not be used or the time ran out; the rest is still right."""
    degraded_reason: str | None = None
    clock: AwareDatetime | None = None
    """The database's clock at the read."""
    arms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    """The lexemes the query was reduced to."""
    considered: int = 0
    """How many visible memories were scored."""
    entities: tuple[str, ...] = ()
    """Known entities the question names."""
    speakers: tuple[str, ...] = ()
    """Whose words were preferred: a speaker by name, ``user`` or ``assistant``."""
    windows: tuple[RecallWindow, ...] = ()
    """The times the question speaks of; rows in them were preferred, no row was left out."""
    time_parse: Literal["none", "resolved", "unparsed"] = "none"
    """``unparsed`` when the question speaks of a time that could not be resolved."""
    question_kind: str = "open"
    reranked: bool = False
    explanation: str = ""
    """With ``explain=True``: how all this came about, as a text to read."""
    standing: tuple[str, ...] | None = None
    """Which of the ``pinned`` ids are still open to the reader; None when it could not be read."""


class Operation(Frozen):
    """One thing a write will do, and why."""

    action: Action
    reason: str
    """A short code, for example ``new``, ``same_fact``, ``newer_value``."""
    candidate: Candidate | None = None
    target_id: str | None = None
    """The memory that is reinforced, replaced, retired or doubted."""
    target_version: int | None = None
    target_content: str | None = None
    """The old content, so that a person sees what would be replaced."""
    ends: AwareDatetime | None = None
    """When it stopped being true, for a statement about the past."""
    triggers: tuple[str, ...] = ()
    """Why a person must decide; empty when none must."""


class Decision(Frozen):
    """A person's answer to one operation."""

    type: DecisionType
    content: str | None = None
    """The corrected content of an edit."""
    changes: dict[str, Any] = Field(default_factory=dict)
    """Other corrected fields of an edit."""
    message: str | None = None
    """The reason of a reject, or the words of a respond."""


class Turn(Frozen):
    """One message of a conversation, redacted, as it is stored."""

    role: Role
    content: str
    speaker: str | None = None
    message_id: str | None = None
    said_at: Annotated[datetime | None, AfterValidator(usable_or_none)] = None
    """One that can't be kept is dropped, as a message is stored whatever its sender wrote."""
    session_id: str | None = None
    position: int | None = None
    data: dict[str, Any] = Field(default_factory=dict)


class WriteResult(Frozen):
    """What one committed write did."""

    number: int | None
    """The write number; None when there was nothing to write."""
    lineage: str
    """Lineage after the write, as a multirange."""
    already: bool = False
    """True when this very write had been committed before; nothing was changed."""
    memory_ids: tuple[str, ...] = ()
    """The memory of each operation, in order, or of each thing that ``remember`` was given; empty
    string where there is none."""
    counts: dict[str, int] = Field(default_factory=dict)
    """Rows by action: added, reinforced, superseded, retired, doubted, skipped, turns; and how many
    withheld statements the turns were masked for."""
    note: dict[str, Any] = Field(default_factory=dict)
    """Of a write that was there already: what it kept of the decisions behind it."""
    clock: AwareDatetime | None = None
    """When it was committed, by the clock of its scope; None when nothing was."""
    stale: tuple[int, ...] = ()
    """Indexes of operations whose target changed since the plan; then nothing was written."""
