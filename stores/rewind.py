"""Rewinding a thread to one of its checkpoints, and undoing that (INV-7).

A rewind deletes nothing: it makes what the tree wrote after the checkpoint *void*, so that its
assertions vanish and its closings reopen for every reader, and says so in the audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb
from pydantic import AwareDatetime

from memory_graph import lineage as multirange
from memory_graph.effects import Effect, Program
from memory_graph.errors import InputError, NotFoundError
from memory_graph.stores.branch import Branch, Covered, LogEntry, TreeState, entry_for
from memory_graph.stores.checks import check_aware
from memory_graph.stores.engine import Engine
from memory_graph.stores.oldest import known_oldest
from memory_graph.stores.own_place import MOST_MESSAGES, NEARBY
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import to_memory
from memory_graph.stores.write import Connection, fetch, find_tree, lock_scope, tree_state
from memory_graph.types import Frozen, Memory


class RewindReport(Frozen):
    """What a rewind, or its undoing, changes in the live view."""

    thread_id: str
    tree: int
    """The checkpoint tree it concerns."""
    writes: int
    """How many writes are taken back, or stand again."""
    vanished: tuple[Memory, ...] = ()
    """Memories that are no longer recalled, as they were seen before."""
    reopened: tuple[Memory, ...] = ()
    """Memories that are recalled again, as they are seen after."""
    clock: AwareDatetime
    """When it happened, or would have."""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class _Target:
    """The checkpoint to go back to, and on whose word."""

    scope: str
    branch: Branch
    clock: datetime
    actor: str


def rewind(
    engine: Engine, scope: str, thread_id: str, lineage_of_checkpoint: str,
    clock_of_checkpoint: datetime, root: str, dry_run: bool = False, *,
    oldest: Effect | None = None, actor: str = "operator",
) -> Program[RewindReport]:  # fmt: skip
    """Takes back what a thread wrote after a checkpoint.

    ``root`` is the checkpoint's id; ``lineage_of_checkpoint`` and ``clock_of_checkpoint`` stand in
    its state. ``oldest`` asks for the thread's oldest checkpoint, as in ``Branch``; without it
    the named checkpoint bears witness that the thread is still held. With ``dry_run`` nothing is
    changed. Raises InputError for a bad lineage or a clock without a zone, NotFoundError when
    the thread wrote nothing into the scope.
    """
    if clock_of_checkpoint is None:
        raise InputError("clock_of_checkpoint is None: give the 'clock' of the checkpoint's state")
    check_aware("clock_of_checkpoint", clock_of_checkpoint)
    lineage = multirange.union(lineage_of_checkpoint, None)
    branch = Branch(thread_id, root, lineage, oldest or known_oldest(root))
    target = _Target(scope, branch, clock_of_checkpoint, actor)

    async def work(connection: Connection, oldest: str | None) -> RewindReport:
        async with connection.transaction(force_rollback=dry_run):
            return await _rewind(connection, engine.schema, target, oldest)

    report: RewindReport = yield from engine.transaction(work, branch)
    return report.model_copy(update={"dry_run": dry_run})


def undo_rewind(
    engine: Engine, scope: str, thread_id: str, dry_run: bool = False, *, actor: str = "operator"
) -> Program[RewindReport]:
    """Undoes the newest rewind of a thread that still stands.

    Turns since the rewind stay, and so does the branch that spoke last. Raises NotFoundError when
    there is no rewind to undo.
    """

    async def work(connection: Connection, _oldest: str | None) -> RewindReport:
        async with connection.transaction(force_rollback=dry_run):
            return await _undo(connection, engine.schema, scope, thread_id, actor)

    report: RewindReport = yield from engine.transaction(work, Branch(thread_id))
    return report.model_copy(update={"dry_run": dry_run})


def has_written(engine: Engine, scope: str, thread_id: str) -> Program[bool]:
    """True when a thread has written anything into a scope."""
    params = {"scope": scope, "thread_id": thread_id}

    async def work(connection: Connection, _oldest: str | None) -> bool:
        return bool(
            (await fetch(connection, "thread_written", engine.schema, params))[0]["written"]
        )

    found: bool = yield from engine.transaction(work, Branch(), repeatable=True)
    return found


def lineage_at(
    engine: Engine, scope: str, thread_id: str, covered: Sequence[Covered]
) -> Program[str]:
    """The lineage of a checkpoint whose state tells none, by the user messages that it holds."""
    messages = [one.record for one in covered[-MOST_MESSAGES:]]
    params = {
        "scope": scope, "thread_id": thread_id, "messages": Jsonb(messages),
        "ids": [one["id"] for one in messages], "nearby": NEARBY,
    }  # fmt: skip

    async def work(connection: Connection, _oldest: str | None) -> str:
        lineage: str = (await fetch(connection, "lineage_at", engine.schema, params))[0]["lineage"]
        return lineage

    found: str = yield from engine.transaction(work, Branch(thread_id))
    return found


async def _rewind(
    connection: Connection, schema: str, target: _Target, oldest: str | None
) -> RewindReport:
    scope, branch = target.scope, target.branch
    clock = await lock_scope(connection, schema, scope)
    tree = await find_tree(connection, schema, scope, branch, oldest)
    state = await tree_state(connection, schema, scope, tree) if tree else None
    if state is None:
        raise NotFoundError(
            f"thread {branch.thread_id!r} wrote nothing into scope {scope!r} that could be "
            f"rewound to checkpoint {branch.root!r}: check the thread id and the scope"
        )
    params = {"scope": scope, "tree": tree, "lineage": branch.lineage, "since": target.clock}
    later: str = (await fetch(connection, "rewind_later", schema, params))[0]["later"]
    entry = rewind_entry(state, branch.lineage, later)
    before = await _hidden(connection, schema, scope)
    await _log(connection, schema, params, "rewind", branch.root, entry, clock, later=later)
    detail = {"checkpoint": branch.root, "to": target.clock.isoformat()}
    report = await _report(connection, schema, target.scope, branch.thread_id or "", state.tree,
                           later, before, clock)  # fmt: skip
    await _audit(connection, schema, target.scope, target.actor, "rewind", report, detail)
    return report


async def _undo(
    connection: Connection, schema: str, scope: str, thread_id: str, actor: str
) -> RewindReport:
    clock = await lock_scope(connection, schema, scope)
    params: dict[str, Any] = {"scope": scope, "thread_id": thread_id}
    before = await _hidden(connection, schema, scope)
    found = await fetch(connection, "rewind_undo", schema, params)
    state = await tree_state(connection, schema, scope, found[0]["tree"]) if found else None
    if state is None:
        raise NotFoundError(f"thread {thread_id!r} has no rewind to undo in scope {scope!r}")
    params["tree"] = state.tree
    standing = await fetch(connection, "rewind_standing", schema, params)
    entry = undo_entry(state, standing)
    root = standing[-1]["root"]
    await _log(connection, schema, params, "undo", root, entry, clock)
    report = await _report(connection, schema, scope, thread_id, state.tree, found[0]["later"],
                           before, clock)  # fmt: skip
    detail = {"entry": found[0]["entry"]}
    await _audit(connection, schema, scope, actor, "undo_rewind", report, detail)
    return report


def rewind_entry(state: TreeState, lineage: str, later: str) -> LogEntry:
    """The entry of a rewind: the checkpoint's branch is live, what came later is void."""
    void = multirange.union(multirange.difference(state.void, lineage), later)
    return entry_for(state, lineage, lineage, void)


def undo_entry(state: TreeState, standing: Sequence[dict[str, Any]]) -> LogEntry:
    """The entry of an undoing: live and void as they follow from what still stands, in order."""
    void = multirange.EMPTY
    for one in standing:
        if one["kind"] == "rewind":
            void = multirange.union(multirange.difference(void, one["after"]), one["later"])
    after = standing[-1]["after"]
    return entry_for(state, after, after, void)


async def _hidden(connection: Connection, schema: str, scope: str) -> str:
    hidden: str = (await fetch(connection, "rewind_hidden", schema, {"scope": scope}))[0]["hidden"]
    return hidden


async def _log(
    connection: Connection, schema: str, params: dict[str, Any], kind: str, root: str,
    entry: LogEntry, clock: datetime, *, later: str = multirange.EMPTY,
) -> None:  # fmt: skip
    await fetch(
        connection, "insert_entry", schema,
        params | {
            "kind": kind, "root": root, "after": entry.after, "live": entry.live,
            "void": entry.void, "later": later, "left_behind": entry.left_behind,
            "plain": entry.plain, "clock": clock,
        },
    )  # fmt: skip


async def _report(
    connection: Connection, schema: str, scope: str, thread_id: str, tree: int, later: str,
    before: str, clock: datetime,
) -> RewindReport:  # fmt: skip
    after = await _hidden(connection, schema, scope)
    return RewindReport(
        thread_id=thread_id, tree=tree, clock=clock,
        writes=sum(high - low for low, high in multirange.parse(later)),
        vanished=await _changes(connection, schema, scope, before, after),
        reopened=await _changes(connection, schema, scope, after, before),
    )  # fmt: skip


async def _changes(
    connection: Connection, schema: str, scope: str, shown_to: str, not_to: str
) -> tuple[Memory, ...]:
    query = compose(
        "rewind_changes", schema, columns=compose("memory_columns", schema),
        closing=compose("first_closing", schema),
    )  # fmt: skip
    cursor = await connection.execute(
        query, {"scope": scope, "shown_to": shown_to, "not_to": not_to, "as_of": None}
    )
    return tuple(to_memory(row) for row in await cursor.fetchall())


async def _audit(
    connection: Connection, schema: str, scope: str, actor: str, action: str,
    report: RewindReport, detail: dict[str, Any],
) -> None:  # fmt: skip
    """Says in the audit who did it, and which memories it moved; ids only."""
    every = detail | {
        "thread_id": report.thread_id, "tree": report.tree, "writes": report.writes,
        "vanished": [one.id for one in report.vanished],
        "reopened": [one.id for one in report.reopened],
    }  # fmt: skip
    params = {"scope": scope, "actor": actor, "action": action, "detail": Jsonb(every)}
    await fetch(connection, "rewind_audit", schema, params)
