"""What a LangGraph server opens at start and closes at stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from memory_graph.server.upkeep import maintained
from memory_graph.settings import Settings, data_folder
from memory_graph.stores.postgres import PostgresMemoryStore


@asynccontextmanager
async def make_store() -> AsyncIterator[PostgresMemoryStore]:
    """The store of a server, by the settings.

    It may read across scopes, as the store page of Studio does: put authorisation in front of
    ``/store`` before others can reach it. Maintenance runs beside it.
    """
    async with PostgresMemoryStore(admin=True) as store:
        await store.asetup()
        dsn = await asyncio.to_thread(checkpointer_dsn, store.settings)
        async with maintained(store.settings, dsn):
            yield store


def checkpointer_dsn(settings: Settings) -> str:
    """The database of the settings; the embedded one is started when none is named."""
    if settings.dsn:
        return settings.dsn
    return embedded_dsn(data_folder(settings))


def embedded_dsn(folder: Path) -> str:
    """The embedded server's DSN, starting it if need be."""
    from memory_graph.stores.embedded import start_embedded

    return start_embedded(folder)
