"""Whether the server is there, so that a call need not wait long to learn that it is not."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

import psycopg

from memory_graph.errors import StoreError
from memory_graph.stores.failures import wrap_error

DRIVER_ERRORS = (psycopg.Error, OSError, TimeoutError)
SOON_SECONDS = 1.0
"""How long a call waits for a connection before it asks whether there is a server at all.

One that is restarted within it is not missed.
"""
PAUSE_SECONDS = 2.0
"""How long no look is taken after one that took long, as at a host that does not answer."""


class Availability:
    """What is known of a server, by looks that connect to it."""

    def __init__(self, look: Callable[[], Awaitable[None]], name: str) -> None:
        self._look = look
        self._name = name
        self._reason: StoreError | None = None
        self._until = 0.0

    async def expect(self) -> None:
        """Where the server was gone, looks again; raises StoreError while it stays so."""
        if self._reason is None:
            return
        if time.monotonic() < self._until:
            raise self._reason
        await self.look()

    async def look(self) -> None:
        """Connects once; raises StoreError with the reason when it can't."""
        began = time.monotonic()
        try:
            await self._look()
        except DRIVER_ERRORS as error:
            ended = time.monotonic()
            self._until = ended + (PAUSE_SECONDS if ended - began > SOON_SECONDS else 0.0)
            self._reason = wrap_error(error, self._name)
            raise self._reason from error
        self._reason = None
