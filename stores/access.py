"""How often and when memories are used: counted in the process, written now and then.

Recall itself never writes. Counts reach the table ``access`` some seconds later, after many hits,
or at close; those of a process that is killed in between are lost, which costs a little order
in later recalls and nothing else.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections.abc import Iterable
from typing import TypedDict

from memory_graph.errors import StoreError
from memory_graph.stores.database import Connection, Database
from memory_graph.stores.queries import compose

FLUSH_SECONDS = 5.0
FLUSH_HITS = 500
_LOG = logging.getLogger(__name__)


class Row(TypedDict):
    """Uses of one memory."""

    scope: str
    id: str
    count: int
    at: float


class AccessLog:
    """Counts uses by scope and memory, and writes them on the database's own loop."""

    def __init__(
        self, schema: str, *, seconds: float = FLUSH_SECONDS, hits: int = FLUSH_HITS
    ) -> None:
        self._schema = schema
        self._seconds = seconds
        self._hits = hits
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, str], tuple[int, float]] = {}
        self._total = 0
        self._is_due = False
        self._process = os.getpid()

    def note(self, database: Database, scope: str, ids: Iterable[str]) -> None:
        """Counts one use of each memory; asks for a write when it is time."""
        moment = time.time()
        with self._lock:
            self._start_afresh_after_fork()
            for one in ids:
                count, _ = self._counts.get((scope, one), (0, 0.0))
                self._counts[scope, one] = (count + 1, moment)
                self._total += 1
            wait = 0.0 if self._total >= self._hits else self._seconds
            must_ask = bool(self._counts) and (not self._is_due or wait == 0.0)
            self._is_due = self._is_due or must_ask
        if must_ask:
            database.later(wait, self._write)

    def _start_afresh_after_fork(self) -> None:
        """The counts before a fork are the parent's to write."""
        if self._process != os.getpid():
            self._process, self._counts, self._total = os.getpid(), {}, 0
            self._is_due = False

    async def _add(self, connection: Connection, rows: list[Row]) -> None:
        params = {"rows": json.dumps(rows)}
        await connection.execute(compose("access_add", self._schema), params)

    async def _write(self, database: Database) -> None:
        """Writes the counts; without success they are dropped, since they are no more than hints.

        Not tried again either, since it may have been kept.
        """
        rows = self._take()
        if not rows:
            return
        try:
            await database.arun(lambda connection: self._add(connection, rows))
        except StoreError as error:
            _LOG.warning("%d counts of memory use were not stored: %s", len(rows), error)

    def _take(self) -> list[Row]:
        with self._lock:
            self._start_afresh_after_fork()
            counts, self._counts, self._total, self._is_due = self._counts, {}, 0, False
        return [
            {"scope": scope, "id": memory_id, "count": count, "at": moment}
            for (scope, memory_id), (count, moment) in sorted(counts.items())
        ]
