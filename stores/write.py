"""One write: one transaction, one number, one row in ``writes`` (INV-2 to INV-4).

Everything here runs on an open connection inside one transaction, under the scope's lock, so the
clock of a scope follows its commit order and no two writes of a scope interleave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import DictRow
from psycopg.types.json import Jsonb

from memory_graph import lineage as multirange
from memory_graph.stores.asking import Ask, Connection, ask, fetch, send
from memory_graph.stores.branch import (
    Branch,
    Covered,
    TreeState,
    base_key,
    log_entry,
    needs_entry,
)

__all__ = [
    "Ask",
    "Connection",
    "Found",
    "NeedsOldestCheckpoint",
    "OpenWrite",
    "ask",
    "fetch",
    "find_tree",
    "find_write",
    "finish_write",
    "lock_scope",
    "log_branch",
    "new_tree",
    "open_write",
    "repeated_tree",
    "send",
    "tree_state",
]


class NeedsOldestCheckpoint(Exception):  # noqa: N818 - a question, not an error
    """The tree can't be told without asking the checkpointer; nothing was written."""


@dataclass(frozen=True, slots=True)
class OpenWrite:
    """A write in progress: its number, its clock, and where it stands."""

    connection: Connection
    schema: str
    scope: str
    branch: Branch
    tree: int
    number: int
    clock: datetime
    redo: int
    key: UUID
    embedder: str | None = None
    """What all vectors of the scope are of; None while it has none."""
    answers: Sequence[list[DictRow]] = ()
    """What was read on the way, under the lock."""
    actor: str = "graph"
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def one(self) -> str:
        """The number as a multirange."""
        return multirange.render(((self.number, self.number + 1),))

    @property
    def params(self) -> dict[str, Any]:
        """What every statement of the write is given."""
        return {
            "scope": self.scope, "tree": self.tree, "lineage": self.branch.lineage,
            "write": self.number, "number": self.one, "clock": self.clock,
            "thread_id": self.branch.thread_id,
        }  # fmt: skip

    def count(self, what: str, by: int = 1) -> None:
        """Adds to the write's own statistics."""
        self.counts[what] = self.counts.get(what, 0) + by


async def lock_scope(connection: Connection, schema: str, scope: str) -> datetime:
    """Takes the scope's lock; gives the clock this transaction commits at."""
    rows = await fetch(connection, "lock_scope", schema, {"scope": scope})
    clock: datetime = rows[0]["clock"]
    return clock


async def find_tree(
    connection: Connection, schema: str, scope: str, branch: Branch, oldest: str | None
) -> int | None:
    """The tree of a run: 0 without a thread, None for a thread that needs a new one.

    Raises NeedsOldestCheckpoint when the checkpointer must be asked first.
    """
    if branch.thread_id is None:
        return 0
    params = _tree_params(scope, branch, oldest)
    return _told_tree((await fetch(connection, "own_tree", schema, params))[0])


def _tree_params(scope: str, branch: Branch, oldest: str | None) -> dict[str, Any]:
    return {"scope": scope, "thread_id": branch.thread_id, "lineage": branch.lineage,
            "root": branch.root, "oldest": oldest}  # fmt: skip


def _told_tree(row: DictRow) -> int | None:
    tree: int | None = row["tree"]
    if tree == -1:
        raise NeedsOldestCheckpoint
    return tree


async def repeated_tree(
    connection: Connection, schema: str, scope: str, branch: Branch,
    covered: Sequence[Covered], nonce: str,
) -> int | None:  # fmt: skip
    """The tree of a first turn that is said again because a crash left no checkpoint of it.

    Only if that turn is all the tree holds: otherwise checkpoints were kept, and the thread id is
    being used again.
    """
    params = {"scope": scope, "thread_id": branch.thread_id}
    for row in await fetch(connection, "only_write", schema, params):
        tree: int = row["tree"]
        key = base_key(scope, tree, branch.lineage, covered, nonce)
        found, _ = await find_write(connection, schema, scope, key)
        return tree if found else None
    return None


async def new_tree(connection: Connection, schema: str, scope: str, branch: Branch) -> int:
    """Mints a tree number for a thread's first commit."""
    params = {"scope": scope, "thread_id": branch.thread_id}
    tree: int = (await fetch(connection, "new_tree", schema, params))[0]["tree"]
    return tree


@dataclass(frozen=True, slots=True)
class Found:
    """A write that was already there under the same key."""

    number: int
    memory_ids: tuple[str, ...]
    counts: dict[str, int]
    note: dict[str, Any]
    clock: datetime


async def find_write(
    connection: Connection, schema: str, scope: str, key: UUID
) -> tuple[Found | None, int]:
    """The newest write under a key that no rewind made void, and the first free redo count."""
    params = {"scope": scope, "base_key": key}
    return _found(await fetch(connection, "find_write", schema, params))


def _found(rows: Sequence[DictRow]) -> tuple[Found | None, int]:
    free = rows[0]["redo"] + 1 if rows else 0
    for row in rows:
        if not row["is_void"]:
            return Found(
                row["number"], tuple(row["memory_ids"]), row["counts"], row["note"],
                row["committed_at"],
            ), free  # fmt: skip
    return None, free


async def open_write(
    connection: Connection, schema: str, scope: str, branch: Branch, *,
    covered: Sequence[Covered] = (), nonce: str = "", oldest: str | None = None,
    reads: Sequence[Ask] = (),
) -> OpenWrite | tuple[Found, int, datetime]:  # fmt: skip
    """Locks the scope and takes a number, or finds the write that was already committed.

    Writes outside a thread have no key to be found by: their nonce is their key. ``reads`` are
    answered on the way, under the lock.
    """
    lock = ("lock_scope", {"scope": scope})
    if branch.thread_id is None:
        tree, first = 0, [lock]
    else:
        known = await _locked_tree(connection, schema, scope, branch, oldest, covered, nonce)
        tree, first = known[0], []
    key = base_key(scope, tree, branch.lineage, covered, nonce)
    params = {"scope": scope, "tree": tree, "base_key": key}
    found_rows = await ask(
        connection, schema, *first, ("find_write", params), ("next_number", params), *reads
    )
    row = found_rows.pop(0)[0] if first else known[1]
    written, numbers, *answers = found_rows
    found, redo = _found(written)
    if found:
        return found, tree, row["clock"]
    return OpenWrite(
        connection=connection, schema=schema, scope=scope, branch=branch, tree=tree,
        number=numbers[0]["number"], clock=row["clock"], redo=redo, key=key,
        embedder=row["embedder"], answers=answers,
    )  # fmt: skip


async def _locked_tree(
    connection: Connection, schema: str, scope: str, branch: Branch, oldest: str | None,
    covered: Sequence[Covered], nonce: str,
) -> tuple[int, DictRow]:  # fmt: skip
    """The tree a thread writes into, once its scope is locked, and the scope's row."""
    (row,), (own,) = await ask(
        connection, schema, ("lock_scope", {"scope": scope}),
        ("own_tree", _tree_params(scope, branch, oldest)),
    )  # fmt: skip
    tree = _told_tree(own)
    if tree is None:
        tree = await repeated_tree(connection, schema, scope, branch, covered, nonce)
    return (await new_tree(connection, schema, scope, branch) if tree is None else tree), row


async def finish_write(
    write: OpenWrite, *, covered: Sequence[Covered], nonce: str, memory_ids: Sequence[str],
    note: Mapping[str, object] | None = None,
) -> str:  # fmt: skip
    """Records the write and makes its branch the live one; gives the lineage after it."""
    messages = [{"id": one.message_id, "digest": one.digest} for one in covered]
    await send(
        write.connection, "insert_write", write.schema,
        write.params | {
            "base_key": write.key, "redo": write.redo, "root": write.branch.root, "nonce": nonce,
            "number": write.number, "messages": Jsonb(messages),
            "memory_ids": Jsonb(list(memory_ids)), "counts": Jsonb(write.counts),
            "note": Jsonb(dict(note or {})),
        },
    )  # fmt: skip
    after = multirange.add(write.branch.lineage, write.number)
    if write.tree:
        await log_branch(
            write.connection, write.schema, write.scope, write.tree,
            root=write.branch.root, lineage=after, clock=write.clock,
        )  # fmt: skip
    return after


async def tree_state(
    connection: Connection, schema: str, scope: str, tree: int
) -> TreeState | None:
    """One tree as the rules see it."""
    return _to_state(await fetch(connection, "tree_state", schema, {"scope": scope, "tree": tree}))


def _to_state(rows: Sequence[DictRow]) -> TreeState | None:
    if not rows:
        return None
    row = rows[0]
    return TreeState(
        row["tree"], row["last_ordinal"], row["last_root"], row["live"], row["void"],
        bool(row["is_rewound"]),
    )  # fmt: skip


async def log_branch(
    connection: Connection, schema: str, scope: str, tree: int, *,
    root: str, lineage: str, clock: datetime, keeps: bool = True,
) -> bool:  # fmt: skip
    """Makes a branch the live one of its tree, if it is not already; True when it was logged."""
    params = {"scope": scope, "tree": tree, "root": root}
    rows, siblings = await ask(
        connection, schema, ("tree_state", params), ("sibling_entries", params)
    )
    state = _to_state(rows)
    if state is None:
        return False
    entry = log_entry(state, lineage, [row["after"] for row in siblings])
    if not needs_entry(state, root if keeps else None, entry):
        return False
    await send(
        connection, "insert_entry", schema,
        params | {
            "kind": "turn", "after": entry.after, "live": entry.live, "void": entry.void,
            "later": multirange.EMPTY, "left_behind": entry.left_behind, "plain": entry.plain,
            "clock": clock,
        },
    )  # fmt: skip
    return True
