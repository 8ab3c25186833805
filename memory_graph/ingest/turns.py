"""Records to turns: sessions, positions, and ids that are the same on every run. Pure."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from uuid import uuid5

from memory_graph.conversation import session_for
from memory_graph.ingest.records import Record
from memory_graph.scope import Scope
from memory_graph.stores.branch import NAMESPACE, Covered, cover
from memory_graph.text.redact import redact
from memory_graph.types import Turn


@dataclass(frozen=True, slots=True)
class Said:
    """A turn and what a write records of its message."""

    turn: Turn
    covered: Covered


@dataclass(slots=True)
class Numbering:
    """Gives turns their session, position and id; remembers what came before."""

    scope: Scope
    thread_id: str | None
    gap_minutes: float
    _session: dict[str, object] | None = None
    _positions: Counter[str] = field(default_factory=Counter)
    _moment: datetime | None = None
    _alike: Counter[str] = field(default_factory=Counter)

    def said(self, record: Record) -> Said:
        """The turn of the next record, redacted."""
        message_id = record.message_id or self._id(record)
        session_id = record.session_id or self._session_id(record, message_id)
        position = self._positions[session_id]
        self._positions[session_id] += 1
        turn = Turn(
            role=record.role, content=redact(record.content).text, speaker=record.name,
            message_id=message_id, said_at=record.said_at, session_id=session_id, position=position,
        )  # fmt: skip
        return Said(turn, cover(message_id, record.content))

    def _id(self, record: Record) -> str:
        """An id by content, so that the same line of a longer file has the same one.

        The same words by the same speaker at the same moment are told apart by counting.
        """
        if record.said_at != self._moment:
            self._moment = record.said_at
            self._alike.clear()
        parts = [self.thread_id, record.role, record.name, record.content]
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        self._alike[digest] += 1
        when = record.said_at.timestamp()
        return str(uuid5(NAMESPACE, f"ingest {digest} {when} {self._alike[digest]}"))

    def _session_id(self, record: Record, message_id: str) -> str:
        """The running session, or a new one after a long pause; the newest only is remembered."""
        session = session_for(
            self._session, said_at=record.said_at, gap_minutes=self.gap_minutes,
            scope=self.scope, thread_id=self.thread_id, first_message=message_id,
        )  # fmt: skip
        if self._session is None or session["id"] != self._session["id"]:
            self._positions.clear()
        self._session = {**session, "last": record.said_at.isoformat()}
        return str(session["id"])


def batched(said: Iterable[Said], size: int) -> Iterator[list[Said]]:
    """Groups of ``size``, the last one shorter; equal for equal beginnings of a file."""
    source = iter(said)
    while group := list(islice(source, size)):
        yield group
