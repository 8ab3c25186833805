"""The oldest checkpoint of a thread that is still held: it tells an edit from a new beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_graph.effects import Effect

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

FILTERS: tuple[dict[str, Any] | None, ...] = ({"step": -1}, None)
"""Where the input of the first run was not kept, as under ``exit`` or in a thread begun by
``update_state``, all checkpoints are looked through."""


def oldest_held(saver: Any, thread_id: str) -> Effect:
    """Asks a checkpointer for the id of a thread's oldest checkpoint ('' when it holds none)."""
    where: RunnableConfig = {"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}

    def one(found: Any) -> str:
        return str(found.config["configurable"]["checkpoint_id"])

    def read() -> str:
        listed = (min(map(one, saver.list(where, filter=by)), default="") for by in FILTERS)
        return next(filter(None, listed), "")

    async def ask() -> str:
        for by in FILTERS:
            held = [one(found) async for found in saver.alist(where, filter=by)]
            if held:
                return min(held)
        return ""

    return Effect(read, ask)


def known_oldest(checkpoint_id: str) -> Effect:
    """The same, where a checkpoint that is held is known already.

    Any will do that is as old as the last run that wrote.
    """

    async def ask() -> str:
        return checkpoint_id

    return Effect(lambda: checkpoint_id, ask)
