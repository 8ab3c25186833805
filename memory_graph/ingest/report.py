"""How a conversation is to be stored, and what became of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from memory_graph.context import MemoryContext
from memory_graph.ingest.records import Reading
from memory_graph.policy import ReviewPolicy
from memory_graph.types import Operation, WriteResult

_STORED = ("added", "reinforced", "superseded", "retired", "doubted")
_WITH_ROW = ("added", "superseded", "doubted")


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How a conversation is stored."""

    context: MemoryContext
    """Whose memory it becomes."""
    reading: Reading = field(default_factory=Reading)
    thread_id: str | None = None
    """Thread to name as the origin."""
    gap_minutes: float = 240.0
    """A pause longer than this starts a new session."""
    batch: int = 50
    """Turns that are marked as done together."""
    extract: bool = True
    model: str = "offline"
    skip_bad: bool = False
    policy: ReviewPolicy = field(default_factory=ReviewPolicy)

    def nonce(self, what: str) -> str:
        """Another thread or another extractor is another import of the same words."""
        how = self.model.strip() if self.extract else "none"
        return f"ingest {what} {how} {self.thread_id or ''}"


@dataclass(slots=True)
class IngestReport:
    """What a run did."""

    turns: int = 0
    """Turns of the file that are in the store now."""
    new_turns: int = 0
    """Those that were not there before."""
    memories: Counter[str] = field(default_factory=Counter)
    """Extracted memories by what was done: added, reinforced, superseded, retired, doubted."""
    withheld: Counter[str] = field(default_factory=Counter)
    """What needs a person and was not stored, by the first reason."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Messages that are no part of the conversation, by reason."""
    bad: int = 0
    """Lines that could not be read."""
    without_vector: int = 0
    """Texts whose embedding failed."""
    fallbacks: int = 0
    """Batches that the rules extracted because a model call failed."""
    seconds: float = 0.0

    @property
    def turns_per_second(self) -> float:
        """Speed of this run."""
        return self.turns / self.seconds if self.seconds else 0.0

    def add(self, result: WriteResult) -> None:
        """Counts one write, unless it was there already."""
        if result.already:
            return
        counts = result.counts
        rows = sum(counts.get(name, 0) for name in _WITH_ROW)
        self.new_turns += max(0, counts.get("new_rows", 0) - rows)
        self.without_vector += counts.get("without_vector", 0)
        self.memories.update({name: counts[name] for name in _STORED if counts.get(name)})

    def withhold(self, operations: list[Operation]) -> None:
        """Counts what needs a person."""
        self.withheld.update(one.triggers[0] for one in operations)
