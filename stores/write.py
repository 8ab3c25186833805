"""One write: one transaction, one number, one row in ``writes`` (INV-2 to INV-4).

Everything here runs on an open connection inside one transaction, under the scope's lock, so the
clock of a scope follows its commit order and no two writes of a scope interleave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from psycopg import sql
from psycopg.rows import DictRow
from psycopg.types.json import Jsonb

from memory_graph import lineage as multirange
from memory_graph.stores.asking import Ask, Connection, ask, fetch, send
from memory_graph.stores.branch import Branch, Covered, base_key
from memory_graph.stores.branch_log import (
    Logged,
    ask_logged,
    log_branch,
    log_turn,
    told_logged,
    tree_state,
)
from memory_graph.stores.queries import compact, compose

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
    logged: Logged | None = None
    """Its tree before the write; None without a thread."""
    embedder: str | None = None
    """What all vectors of the scope are of; None while it has none."""
    vector_size: int | None = None
    """How many numbers each of them has."""
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
    written = [row for row in rows if row["number"] is not None]
    free = written[0]["redo"] + 1 if written else 0
    for row in written:
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
    answered on the way, under the lock, as seen from the write's tree.
    """
    guess = (0, *multirange.trees(branch.lineage))[-1]
    asked = _Opening(schema, scope, branch, oldest, covered, nonce, reads)
    (row,), *answers = await ask(
        connection, schema, ("lock_scope", {"scope": scope}),
        *asked.of(guess, is_told=branch.thread_id is None),
    )  # fmt: skip
    tree = _told_tree(answers[0][0])
    if tree != guess:  # a first turn, or a thread that was copied from another
        tree = await _new_tree(connection, asked) if tree is None else tree
        answers = await ask(connection, schema, *asked.of(tree, is_told=True))
    written, *rest = answers
    logged = told_logged(rest.pop(0)) if tree else None
    found, redo = _found(written)
    if found:
        return found, tree, row["clock"]
    return OpenWrite(
        connection=connection, schema=schema, scope=scope, branch=branch, tree=tree,
        number=written[0]["next_number"], clock=row["clock"], redo=redo,
        key=asked.key(tree), logged=logged, embedder=row["embedder"],
        vector_size=row["size"], answers=rest,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Opening:
    """What a write asks for before it begins."""

    schema: str
    scope: str
    branch: Branch
    oldest: str | None
    covered: Sequence[Covered]
    nonce: str
    reads: Sequence[Ask]

    def key(self, tree: int) -> UUID:
        """The key of the write in a tree."""
        return base_key(self.scope, tree, self.branch.lineage, self.covered, self.nonce)

    def of(self, tree: int, *, is_told: bool) -> list[Ask]:
        """Its number, the state of the tree, and what is read from there.

        There is no number unless the tree is the write's own. It is when it is told; a guess, which
        is nearly always right, spares a round trip.
        """
        params = _tree_params(self.scope, self.branch, self.oldest)
        params |= {"tree": tree, "is_told": is_told, "base_key": self.key(tree)}
        log = [ask_logged(self.scope, tree, self.branch.root)] if tree else []
        reads = [(query, given | {"tree": tree}) for query, given in self.reads]
        return [(_next_number(self.schema), params), *log, *reads]


@lru_cache(maxsize=256)
def _next_number(schema: str) -> sql.SQL:
    """The query for a write's number, put together once."""
    return compact(compose("next_number", schema, found=compose("find_write", schema)))


async def _new_tree(connection: Connection, asked: _Opening) -> int:
    """The tree of a thread without one: minted, unless its first turn is only said again."""
    schema, scope, branch = asked.schema, asked.scope, asked.branch
    tree = await repeated_tree(connection, schema, scope, branch, asked.covered, asked.nonce)
    if tree is not None:
        return tree
    params = {"scope": scope, "thread_id": branch.thread_id}
    minted: int = (await fetch(connection, "new_tree", schema, params))[0]["tree"]
    return minted


async def finish_write(
    write: OpenWrite, *, covered: Sequence[Covered], nonce: str, memory_ids: Sequence[str],
    note: Mapping[str, object] | None = None,
) -> str:  # fmt: skip
    """Records the write and makes its branch the live one; gives the lineage after it."""
    messages = [one.record for one in covered]
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
    if write.logged:
        await log_turn(
            write.connection, write.schema, write.scope, write.logged,
            root=write.branch.root, lineage=after, clock=write.clock,
        )  # fmt: skip
    return after
