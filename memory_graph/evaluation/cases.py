"""What an evaluation set is to the runner: sessions of turns, and questions with their evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_graph.errors import InputError
from memory_graph.types import Memory, Turn


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the units (turns, pairs of turns or sessions) that hold its answer."""

    text: str
    evidence: tuple[frozenset[str], ...]
    """Groups of units: any unit of a group will do, all groups are needed."""
    category: str
    now: datetime
    after: int | None = None
    """How many sessions have taken place when it is asked; None: all."""
    conversation: bool = False
    """True for a message of a running dialogue."""
    preceding: tuple[str, ...] = ()
    """The messages right before it in that dialogue."""


@dataclass(frozen=True, slots=True)
class Case:
    """One person's conversation and the questions about it."""

    name: str
    sessions: tuple[tuple[Turn, ...], ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """All cases of a set."""

    name: str
    cases: tuple[Case, ...]
    by_session: bool = False
    """True when sessions are looked for, not turns."""
    headline: tuple[str, ...] = ()
    """Categories that are usually reported together; none: all."""

    def unit(self, memory: Memory) -> str:
        """The unit a recalled turn belongs to."""
        if self.by_session:
            return memory.session_id or ""
        return (memory.message_id or "").partition("#")[0]


def field(source: object, name: str, where: str) -> Any:
    """A field of a JSON object; raises InputError that names the place."""
    if not isinstance(source, Mapping) or name not in source:
        raise InputError(f"{where}: no {name!r} found; is this a file of that set?")
    return source[name]
