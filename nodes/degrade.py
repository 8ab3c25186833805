"""When the store is away, a turn goes on without it and says so; the next turn stores it."""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any

from memory_graph.effects import Effect
from memory_graph.errors import StoreUnavailableError
from memory_graph.nodes.base import Body, NodeRun, Update
from memory_graph.state import Decisions, MemoryState, Written

_LOG = logging.getLogger(__name__)


def going_on(body: Body, *, strict: bool) -> Body:
    """The body of a node that goes on when the store is away; nothing is lost by it.

    What memory has not dealt with stays marked as such, so the next turn reads and stores it. What
    a person has decided would have to be asked again: then the error stands, and the run can be
    resumed. With ``strict`` it always stands, for a retry policy to see.
    """
    if strict:
        return body

    def soft(state: MemoryState, at: NodeRun) -> Generator[Effect, Any, Update]:
        if state.get("written", {}).get("degraded"):  # an earlier step of this turn has told
            return without_store(state, str(state["written"].get("reason")))
        try:
            return (yield from body(state, at))
        except StoreUnavailableError as error:
            if state.get("decisions", {}).get("answer"):
                raise
            _LOG.warning("the store is away, this turn is stored by the next: %s", error)
            tell(at, "write", str(error))
            return without_store(state, str(error))

    return soft


def without_store(state: MemoryState, reason: str) -> Update:
    """The state of a turn that nothing was written of. Pure."""
    decisions = Decisions(**state.get("decisions", {}))
    decisions.update({"items": [], "next": "consolidate"})
    return {
        "operations": [],
        "decisions": decisions,
        "written": Written(number=None, degraded=True, reason=reason),
    }


def tell(at: NodeRun, what: str, reason: str) -> None:
    """Tells an onlooker of the run, as a custom stream event."""
    at.runtime.stream_writer({"memory_degraded": {"during": what, "reason": reason}})
