"""What a recall looks for and how its arms are weighed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime

from memory_graph.errors import InputError
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.checks import (
    ALL_TIERS,
    KINDS,
    check_aware,
    check_branch,
    check_flag,
    check_list,
    check_names,
    check_thread,
    is_uuid,
)

__all__ = ["ALL_TIERS", "KINDS", "MAX_LIMIT", "Period", "Query", "Weights"]

MAX_LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class Weights:
    """How scores are fused; each lies between 0 and 1 before it is weighed.

    The defaults were found on public conversations; a cue that is absent from a question costs
    nothing. BM25 has ``k1`` and ``b`` after Robertson and Zaragoza (2009).
    """

    bm25: float = 3.0
    vector: float = 2.5
    follower: float = 3.25
    """The next turn's vector, which covers this turn as well."""
    session: float = 4.0
    """The best row of the same session."""
    speaker: float = 1.75
    """The row is by the one the question names, or by “I” or “you”."""
    time: float = 2.0
    """The row lies in the time the question speaks of, or soon after it."""
    time_alone: float = 4.0
    """In place of ``time`` where the question says little else: “what did I do on Monday”."""
    time_words: float = 2.5
    """The row holds a time, for questions that ask for one."""
    question: float = 1.5
    """Taken off a turn that only asks; not in a running conversation, which goes on from there."""
    length: float = 2.0
    """How much a turn says."""
    extracted: float = 2.0
    """What a fact or an event has instead of length: it was kept on purpose."""
    entity: float = 1.0
    code: float = 8.0
    """The row holds a code or a long number of the question."""
    session_bm25: float = 3.0
    """In a running conversation: the words of the whole session."""
    session_recency: float = 4.0
    """In a running conversation: how few sessions came after it."""
    preceding: float = 0.65
    """What a word of the messages before counts beside one of the question."""
    importance_boost: float = 0.1
    recency_boost: float = 0.005
    recency_days: float = 30.0
    current_boost: float = 0.2
    """In place of ``recency_boost`` where the question asks for what is so now."""
    current_days: float = 180.0
    k1: float = 0.9
    b: float = 0.4
    pool: int = 100
    """How many candidates each arm proposes."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if not 0 <= value < 1e6:
                raise InputError(f"weight {one.name}={value!r} must be 0 or more")
        if self.pool < 1 or min(self.recency_days, self.current_days, self.k1) <= 0:
            raise InputError("weights pool, k1, recency_days and current_days must be more than 0")


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open time, and how much lying in it counts."""

    since: datetime
    until: datetime
    worth: float = 1.0
    has_aftermath: bool = False
    """True for a day: what happened is told on the day or soon after."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a recall looks for, and through whose eyes."""

    scope: str
    terms: tuple[str, ...] = ()
    preceding_terms: tuple[str, ...] = ()
    """Words of the messages before, which count less."""
    vector: Sequence[float] | None = None
    embedder: str | None = None
    """What made the vector; only vectors of the same embedder are compared with it."""
    names: tuple[str, ...] = ()
    """Normalised names that may be entities."""
    codes: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    is_only_time: bool = False
    asks_time: bool = False
    asks_now: bool = False
    cue_speakers: tuple[str, ...] = ()
    cue_role: str | None = None
    conversation: bool = False
    limit: int = 20
    spare: int = 0
    """How many more rows are fetched, for those that repeat others to be moved down."""
    newest: int = 0
    """How many memories are looked at, the newest; 0 for all."""
    entities: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    thread_id: str | None = None
    min_confidence: float = 0.0
    pinned: tuple[str, ...] = ()
    """Ids of memories the asker holds: the result says which of them still stand."""
    exclude_messages: tuple[str, ...] = ()
    exclude_turns: tuple[str, ...] = ()
    as_of: datetime | None = None
    now: datetime | None = None
    branch: Branch = OUTSIDE
    weights: Weights = field(default_factory=Weights)

    @property
    def every_term(self) -> tuple[str, ...]:
        """All words that are looked for, those of the question first."""
        return (*self.terms, *self.preceding_terms)

    def __post_init__(self) -> None:
        if not isinstance(self.weights, Weights):
            raise InputError(f"weights={self.weights!r} is no Weights")
        is_number = isinstance(self.limit, int) and not isinstance(self.limit, bool)
        if not is_number or not 1 <= self.limit <= MAX_LIMIT:
            raise InputError(f"limit {self.limit!r} is not between 1 and {MAX_LIMIT}")
        least = self.min_confidence
        is_number = isinstance(least, int | float) and not isinstance(least, bool)
        if not is_number or not 0 <= least <= 1:
            raise InputError(f"min_confidence {least!r} is not between 0 and 1")
        check_flag("conversation", self.conversation)
        check_branch(self.branch)
        self._check_times()
        check_names("tier", self.tiers, ALL_TIERS)
        check_names("kind", self.kinds, KINDS)
        check_thread(self.thread_id)
        for name in ("entities", "tags", "exclude_messages", "exclude_turns", "pinned"):
            check_list(name, getattr(self, name))
        for one in self.pinned:
            if not is_uuid(one):
                raise InputError(f"pinned holds {one!r}, which is no memory's id")

    def _check_times(self) -> None:
        for name in ("since", "until", "as_of", "now"):
            check_aware(name, getattr(self, name))
        if self.since and self.until and self.since >= self.until:
            raise InputError(
                f"since={self.since.isoformat()} is not before until={self.until.isoformat()}"
            )
