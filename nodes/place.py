"""Where a run stands when its state does not tell.

A host hands its node only the keys of its own state, so the lineage of the turn before is gone, and
with it the session and what a person has refused. And a turn that is read again, since its words
were changed in place or its reply was taken out, stands where it stood the first time.
"""

from __future__ import annotations

from typing import TypedDict

from memory_graph.conversation import covered_by, new_messages
from memory_graph.effects import Program
from memory_graph.nodes.base import NodeRun
from memory_graph.nodes.turn import changed_index, heard_in, said_in
from memory_graph.state import MemoryState, Working, with_refused


class Place(TypedDict, total=False):
    """What a state lacked."""

    lineage: str
    working: Working


def find_place(state: MemoryState, at: NodeRun) -> Program[Place]:
    """What the state lacks, by the messages before this turn; nothing where it tells all.

    The turn's own messages don't count: a run repeated after a crash finds its own write again.
    """
    if at.thread_id is None:
        return {}
    if state.get("lineage"):
        return (yield from _before_said(state, at))
    if not at.is_nested:
        return {}
    messages = state.get("messages", [])
    earlier = messages[: len(messages) - len(new_messages(messages, state.get("recorded")))]
    branch, covered = at.branch(state), covered_by(earlier)
    found = yield from at.store.place_program(at.context.scope, branch, covered)
    working = with_refused(state.get("working", {}), found.refused)
    if found.session:
        working.setdefault("session", dict(found.session))
    return {"lineage": found.lineage, "working": working}


def _before_said(state: MemoryState, at: NodeRun) -> Program[Place]:
    """The lineage without the write of this very turn, as on a fork before it; mostly nothing."""
    messages, session = state.get("messages", []), state.get("working", {}).get("session", {})
    scope = at.context.scope.label
    new = said_in(new_messages(messages, state.get("recorded")))
    is_last = set(new[-1:]) <= heard_in(session, scope).keys()
    if not new or not (is_last or changed_index(messages, session, scope) is not None):
        return {}
    found = yield from at.store.before_said_program(at.context.scope, at.branch(state), new)
    return {"lineage": found}
