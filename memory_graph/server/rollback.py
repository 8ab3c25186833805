"""The server's checkpointer, which also forgets the checkpoints of single runs.

``multitask_strategy="rollback"`` needs that: LangGraph's own AsyncPostgresSaver can't do it, and a
server with it answers such a run with 500 and takes no further runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from memory_graph.server.factories import checkpointer_dsn
from memory_graph.settings import load_settings
from memory_graph.stores.queries import compose


class RollbackSaver(AsyncPostgresSaver):
    """AsyncPostgresSaver for a server on which runs can be rolled back."""

    async def adelete_for_runs(self, run_ids: Iterable[str]) -> None:
        """Deletes the checkpoints of these runs and what was written for them."""
        runs = [str(one) for one in run_ids]
        async with self._cursor() as cursor:
            await cursor.execute(compose("delete_runs", ""), {"runs": runs})


@asynccontextmanager
async def make_checkpointer() -> AsyncIterator[AsyncPostgresSaver]:
    """The checkpointer of a server, in the same database as the store; runs can be rolled back."""
    dsn = await asyncio.to_thread(checkpointer_dsn, load_settings())
    async with RollbackSaver.from_conn_string(dsn) as saver:
        await saver.setup()
        yield saver
