"""Where a run stands whose state tells nothing of it: the graph as a node of another one.

A host hands its node only the keys of its own state, so the lineage of the turn before is gone, and
with it the session and what a person has refused.
"""

from __future__ import annotations

from typing import TypedDict

from memory_graph.conversation import covered_by, new_messages
from memory_graph.effects import Program
from memory_graph.nodes.base import NodeRun
from memory_graph.state import MemoryState, Working, with_refused


class Place(TypedDict, total=False):
    """What a state lacked."""

    lineage: str
    working: Working


def find_place(state: MemoryState, at: NodeRun) -> Program[Place]:
    """What the state lacks, by the messages before this turn; nothing where it has its lineage.

    The turn's own messages don't count: a run repeated after a crash finds its own write again.
    """
    if state.get("lineage") or not at.is_nested or at.thread_id is None:
        return {}
    messages = state.get("messages", [])
    earlier = messages[: len(messages) - len(new_messages(messages, state.get("recorded")))]
    branch, covered = at.branch(state), covered_by(earlier)
    found = yield from at.store.place_program(at.context.scope, branch, covered)
    working = with_refused(state.get("working", {}), found.refused)
    if found.session:
        working.setdefault("session", dict(found.session))
    return {"lineage": found.lineage, "working": working}
