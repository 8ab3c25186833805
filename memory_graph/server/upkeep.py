"""Maintenance beside a running server, so that nobody has to think of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from memory_graph.errors import ConfigurationError, MemoryGraphError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore

FIRST_SECONDS = 20.0
"""A server has enough to do in its first moments."""
_LOG = logging.getLogger(__name__)


@asynccontextmanager
async def maintained(
    settings: Settings, dsn: str, first_seconds: float | None = None
) -> AsyncIterator[None]:
    """Runs maintenance beside the body: soon after the start, then every ``maintain_minutes``.

    0 minutes means never. What fails is logged and never ends the body; what still runs at the end
    is cancelled, which the next run makes good.
    """
    if settings.maintain_minutes <= 0:
        yield
        return
    pause = FIRST_SECONDS if first_seconds is None else first_seconds
    task = asyncio.create_task(_go_on(settings, dsn, pause), name="memory_graph maintenance")
    task.add_done_callback(_say_if_failed)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _go_on(settings: Settings, dsn: str, pause: float) -> None:
    is_of_use = True
    while is_of_use:
        await asyncio.sleep(pause)
        is_of_use = await _maintain(settings, dsn)
        pause = 60 * settings.maintain_minutes


async def _maintain(settings: Settings, dsn: str) -> bool:
    """One run, on a connection of its own; False when it would never succeed."""
    own = replace(settings, pool_size=1, embeddings="none")
    try:
        async with PostgresMemoryStore(dsn, settings=own) as store:
            report = await store.amaintain()
    except ConfigurationError as error:
        _LOG.warning("maintenance is given up until the next start: %s", error)
        return False
    except MemoryGraphError as error:
        _LOG.warning("maintenance comes again in %g minutes: %s", settings.maintain_minutes, error)
        return True
    _LOG.info("maintenance: %s", report)
    return True


def _say_if_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("maintenance ended by an error of ours, please report it", exc_info=error)
