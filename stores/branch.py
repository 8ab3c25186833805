"""Branches of a thread: where a reader or a write stands, and the pure rules about it.

The definitions are those of ``docs/visibility.md``; the database function ``hidden_writes`` applies
them to every read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from memory_graph import lineage as multirange
from memory_graph.effects import Effect

NAMESPACE = UUID("6c7f5f0a-5d3e-5c8e-9a43-0d5d2b8e6f11")
"""Namespace of all name-based ids the store makes."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a run stands in its thread; the default stands nowhere and sees the live view."""

    thread_id: str | None = None
    """The checkpointed thread; None without a checkpointer."""
    root: str = ""
    """Id of the root graph's checkpoint that the step started from."""
    lineage: str = multirange.EMPTY
    """The writes of this branch, as the run's state holds them."""
    oldest: Effect | None = field(default=None, compare=False)
    """Asks the checkpointer for the id of the thread's oldest checkpoint ('' for none); only
    run when the tree can't be told otherwise."""


OUTSIDE = Branch()
"""No thread: scripts, the console, the plain BaseStore interface."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A message that a write covers, by id and hash of its text."""

    message_id: str
    digest: str

    @property
    def record(self) -> dict[str, str]:
        """As a write keeps it."""
        return {"id": self.message_id, "digest": self.digest}


def cover(message_id: str, text: str) -> Covered:
    """The record of one covered message."""
    return Covered(message_id, digest(text))


def digest(text: str) -> str:
    """Equal for equal words, and shows none of them."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def base_key(
    scope: str, tree: int, lineage: str, covered: Sequence[Covered], nonce: str = ""
) -> UUID:
    """The write key without its redo count: depends on content only, never on task ids."""
    parts = [scope, tree, multirange.union(lineage, None)]
    messages = [[one.message_id, one.digest] for one in covered]
    return uuid5(NAMESPACE, json.dumps([*parts, messages, nonce], ensure_ascii=False))


def tree_range(tree: int, last_ordinal: int) -> str:
    """The numbers a tree has handed out, as a multirange; ordinals start at 1."""
    low = tree << multirange.ORDINAL_BITS
    return multirange.render(multirange.normalise([(low + 1, low + last_ordinal + 1)]))


@dataclass(frozen=True, slots=True)
class TreeState:
    """What the rules need to know of one tree."""

    tree: int
    last_ordinal: int
    last_root: str | None
    live: str
    void: str
    is_rewound: bool = False
    """True when the last word was a rewind that stands, not a turn."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line for the branch log and the tree's state after it."""

    after: str
    live: str
    void: str
    left_behind: str
    plain: bool


def log_entry(state: TreeState, lineage: str, siblings: Sequence[str]) -> LogEntry:
    """The entry by which a turn makes its branch the live one.

    ``siblings`` are the ``after`` sets already logged under the same root: parallel branches of
    one superstep unite.
    """
    after = multirange.union(lineage, None)
    for sibling in siblings:
        after = multirange.union(after, sibling)
    return entry_for(state, after, after, state.void)


def entry_for(state: TreeState, after: str, live: str, void: str) -> LogEntry:
    """An entry with the tree's derived state."""
    whole = tree_range(state.tree, state.last_ordinal)
    left = multirange.difference(whole, live)
    plain = left == void == multirange.EMPTY and (
        multirange.difference(live, whole) == multirange.EMPTY
    )
    return LogEntry(after, live, void, left, plain)


def needs_entry(state: TreeState, root: str | None, entry: LogEntry) -> bool:
    """True when logging would change the live branch, or the last root of a turn that wrote.

    ``root`` is None for a turn that keeps nothing. The first turn after a rewind always counts: it
    makes the branch stay when the rewind is undone.
    """
    moves_root = root is not None and root != state.last_root
    return state.is_rewound or moves_root or entry.live != state.live
