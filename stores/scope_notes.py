"""What a process keeps in mind of scopes, so that their next recall is asked right at once."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_SCOPES = 10_000


@dataclass(slots=True)
class ScopeNotes:
    """Of each scope as its last recall has seen it; a wrong note costs time."""

    speakers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Who speaks in it, by name."""
    own: dict[str, int] = field(default_factory=dict)
    """The size of the vectors in the indexes of large scopes."""
    slow: set[str] = field(default_factory=set)
    """Large scopes that can't be read whole within the time a recall has."""

    def learn(self, scope: str, speakers: tuple[str, ...], own: int | None) -> None:
        """Notes what a recall has seen; forgets all when it is too much."""
        for kept in (self.speakers, self.own):
            if len(kept) >= MAX_SCOPES:
                kept.clear()
        self.speakers[scope] = speakers
        if own is None:
            self.own.pop(scope, None)
            self.slow.discard(scope)
        else:
            self.own[scope] = own
