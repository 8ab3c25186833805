"""Where a run stands whose state tells nothing of it: the graph as a node of another one.

A host hands its node only the keys of its own state, so the lineage of the turn before is gone.
"""

from __future__ import annotations

from typing import TypedDict

from memory_graph.conversation import covered_by, new_messages
from memory_graph.effects import Program
from memory_graph.nodes.base import NodeRun
from memory_graph.state import MemoryState


class Place(TypedDict, total=False):
    """What a state lacked."""

    lineage: str


def find_place(state: MemoryState, at: NodeRun) -> Program[Place]:
    """The lineage by the messages before this turn, for the state; nothing where the state has it.

    The turn's own messages don't count: a run repeated after a crash finds its own write again.
    """
    if state.get("lineage") or not at.is_nested or at.thread_id is None:
        return {}
    messages = state.get("messages", [])
    earlier = messages[: len(messages) - len(new_messages(messages, state.get("recorded")))]
    branch, covered = at.branch(state), covered_by(earlier)
    return {"lineage": (yield from at.store.lineage_program(at.context.scope, branch, covered))}
