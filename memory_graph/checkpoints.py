"""A checkpoint as the store knows it: its branch, its clock, and what a rewind goes back to.

All three read a ``StateSnapshot``, as ``get_state`` and ``get_state_history`` give it. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from langgraph.types import StateSnapshot

from memory_graph.errors import InputError
from memory_graph.lineage import union
from memory_graph.stores.branch import Branch
from memory_graph.stores.oldest import known_oldest


def branch_of(snapshot: StateSnapshot) -> Branch:
    """What a checkpoint sees: give it as ``branch=`` to recall, list_memories and history.

    Raises InputError for a state that holds no lineage, as that of a host with only messages.
    """
    _check_snapshot(snapshot)
    place = snapshot.config.get("configurable", {})
    thread_id, checkpoint_id = place.get("thread_id"), place.get("checkpoint_id")
    if not thread_id or not checkpoint_id:
        raise InputError(
            f"the snapshot is of no checkpoint ({place!r}): take one from get_state or "
            "get_state_history of a thread that has begun"
        )
    root = str(checkpoint_id)
    return Branch(str(thread_id), root, union(_lineage(snapshot), None), known_oldest(root))


def clock_of(snapshot: StateSnapshot) -> datetime:
    """When a checkpoint last read the store, by the database's clock; use it as ``as_of=``.

    Before the first turn has read anything it is when the checkpoint was made.
    """
    _check_snapshot(snapshot)
    given = snapshot.values.get("clock") or snapshot.created_at
    if not given:
        raise InputError("the snapshot has no time: take one from get_state_history")
    return datetime.fromisoformat(given)


def rewind_target(snapshot: StateSnapshot) -> tuple[str, datetime, str]:
    """Lineage, clock and id of a checkpoint: ``store.rewind(scope, thread, *rewind_target(…))``."""
    branch = branch_of(snapshot)
    return branch.lineage, clock_of(snapshot), branch.root


def _check_snapshot(snapshot: StateSnapshot) -> None:
    if not isinstance(snapshot, StateSnapshot):
        raise InputError(
            f"a {type(snapshot).__name__} is no snapshot: give one from get_state or "
            "get_state_history of a graph, on a server of a RemoteGraph"
        )


def _lineage(snapshot: StateSnapshot) -> str | None:
    values: Any = snapshot.values
    if not isinstance(values, Mapping) or "lineage" not in values:
        raise InputError(
            "the state holds no lineage, so it doesn't tell its branch: let the host's state "
            "extend MemoryState"
        )
    return values["lineage"] or None
