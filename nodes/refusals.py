"""What a person has refused in a thread: whose refusal it is, told without a word of it. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memory_graph.review import refusal_key
from memory_graph.stores.branch import digest
from memory_graph.types import Operation


def refusal_of(operation: Operation, scope: str) -> str:
    """A refusal as state and write keep it: that of one user, in a thread of many."""
    return digest(json.dumps([scope, refusal_key(operation)]))


def refused_before(
    operations: Sequence[Operation], refusals: Sequence[str], scope: str
) -> list[str]:
    """The keys of those operations that this user has refused before."""
    held = set(refusals)
    return [refusal_key(one) for one in operations if refusal_of(one, scope) in held]
