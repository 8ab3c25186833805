"""What the answerer needs to know of a recalled memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory_graph.types import Candidate, Kind

Consent = Literal["given", "open", "refused", "declined"]
"""Whether what was told will be kept: at once, once a person agrees, not at all as nobody can be
asked, or not at all as a person has said no before."""
ConsentTo = Callable[[Candidate], Consent]


def always_given(_candidate: Candidate) -> Consent:
    """Nobody has to agree."""
    return "given"


@dataclass(frozen=True, slots=True)
class AnswerMemory:
    """A recalled memory, reduced to what an answer can be made of."""

    content: str
    tier: str = "semantic"
    kind: Kind = "fact"
    attribute: str | None = None
    value: str | None = None
    polarity: bool = True
    event_from: datetime | None = None
    event_to: datetime | None = None
    recorded_at: datetime | None = None
    noted_at: datetime | None = None
    """When it was told, where that is not ``recorded_at``: a state may have begun before."""
    doubtful: bool = False
    speaker: str | None = None
    score: float = 0.0
    subject: str | None = None

    @property
    def topic(self) -> str:
        """The part of the attribute after the colon, empty without one."""
        return (self.attribute or "").partition(":")[2]
