"""What a node has asked before it was resumed.

It runs again from its first line then, and the answer is to the question as it was asked.
"""

from __future__ import annotations

from typing import Any

from memory_graph.effects import Effect, Program
from memory_graph.nodes.base import NodeRun


def asked_before(at: NodeRun) -> Program[Any]:
    """The question that waits for this run of a node; None where it has asked nothing yet."""
    given = at.config.get("configurable", {})
    saver, task = at.checkpointer, given.get("__pregel_task_id")
    if saver is None or not at.is_resumed:
        return None
    graph = str(given.get("checkpoint_ns", "")).rpartition("|")[0]
    mapped = given.get("checkpoint_map") or {}
    where: Any = {"configurable": {"thread_id": given.get("thread_id"), "checkpoint_ns": graph}}
    if graph in mapped:
        where["configurable"]["checkpoint_id"] = mapped[graph]
    found = yield Effect(lambda: saver.get_tuple(where), lambda: saver.aget_tuple(where))
    for one, channel, value in (found.pending_writes or ()) if found else ():
        if one == task and channel == "__interrupt__" and value:
            return getattr(value[0], "value", None)
    return None
