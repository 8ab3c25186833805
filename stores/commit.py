"""Committing a plan: stale check, then turns and operations in one write."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from memory_graph import lineage as multirange
from memory_graph.stores import apply
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import Branch, Covered, digest
from memory_graph.stores.links import link_dependencies
from memory_graph.stores.plan import plan_batch
from memory_graph.stores.read import (
    memory_statement,
    neighbour_parameters,
    told_memories,
    view_parameters,
)
from memory_graph.stores.rows import NewMemory, from_candidate, from_turn, valid_from
from memory_graph.stores.stale import check_plan, plan_reads
from memory_graph.stores.vectors import Made, fitting
from memory_graph.stores.write import (
    Connection,
    Found,
    OpenWrite,
    find_tree,
    finish_write,
    lock_scope,
    log_branch,
    open_write,
)
from memory_graph.types import Candidate, Operation, Turn, WriteResult


@dataclass(frozen=True)
class Commit:
    """All that one write is to store."""

    scope: str
    branch: Branch
    operations: tuple[Operation, ...] = ()
    turns: tuple[Turn, ...] = ()
    masked: int = 0
    """How many withheld statements the turns were masked for; a repeated run must know."""
    before: tuple[Turn, ...] = ()
    """Up to two turns that came before, for the windows of the first new ones."""
    covered: tuple[Covered, ...] = ()
    nonce: str = ""
    note: Mapping[str, Any] = field(default_factory=dict)
    """What the write says again when it is found: ids and keys, no content."""
    source_thread: str | None = None
    """Thread to name as the origin when the write itself stands outside any thread."""
    data: Mapping[str, object] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    audit: str = ""
    """What the audit calls the write; one of the graph is recorded by its number alone."""
    actor: str = "operator"

    @cached_property
    def rows(self) -> dict[int, NewMemory]:
        """The rows of the operations' candidates, by index."""
        return {
            index: self._row(one.candidate, one)
            for index, one in enumerate(self.operations)
            if one.candidate and one.action in {"add", "supersede", "doubt", "reinforce"}
        }

    @cached_property
    def turn_rows(self) -> list[NewMemory]:
        """The rows of the raw turns, each indexed with its neighbours."""
        line = [*self.before, *self.turns]
        skip = len(self.before)
        thread_id = self.branch.thread_id or self.source_thread
        return [
            from_turn(turn, line[max(0, skip + i - 2) : skip + i], thread_id=thread_id)
            for i, turn in enumerate(self.turns)
        ]

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to store."""
        return not self.turns and all(one.action == "skip" for one in self.operations)

    def texts(self) -> list[str]:
        """The texts whose vectors the write needs."""
        return [row.embed_text for row in (*self.rows.values(), *self.turn_rows)]

    def _row(self, candidate: Candidate, operation: Operation) -> NewMemory:
        return from_candidate(
            candidate, thread_id=self.branch.thread_id or self.source_thread,
            valid_to=operation.ends, data=self.data, tags=self.tags,
        )  # fmt: skip


def digest_of(candidates: Sequence[Candidate]) -> str:
    """Equal for calls of the same words, so that a key used for something else is noticed."""
    return digest(json.dumps([[one.tier, one.content] for one in candidates]))


async def commit(
    connection: Connection, schema: str, todo: Commit, vectors: Made, oldest: str | None
) -> WriteResult:
    """Stores a plan as one write, or finds that it was stored already.

    Raises StalePlan when a target changed, NeedsOldestCheckpoint when the tree can't be told.
    """
    if todo.is_empty:
        return await _say_branch(connection, schema, todo, oldest)
    opened = await open_write(
        connection, schema, todo.scope, todo.branch,
        covered=todo.covered, nonce=todo.nonce, oldest=oldest,
        reads=plan_reads(todo.scope, todo.branch, todo.operations),
    )  # fmt: skip
    if not isinstance(opened, OpenWrite):
        return await _already(connection, schema, todo, *opened)
    check_plan(todo.operations, opened.answers)
    return await _carry_out(opened, todo, await fitting(opened, vectors))


class NothingToDo(Exception):  # noqa: N818 - rolls the transaction back; becomes a result
    """The plan keeps nothing, so there is nothing to write down."""


async def plan_and_commit(
    connection: Connection, schema: str, todo: Commit, candidates: Sequence[Candidate],
    vectors: Made, oldest: str | None,
) -> WriteResult:  # fmt: skip
    """Plans under the scope's lock, where nothing can change meanwhile, and stores the plan.

    The ids begin with those of the candidates, in order; what else was closed comes after them.
    Raises NothingToDo when the plan is empty, NeedsOldestCheckpoint when the tree can't be told.
    """
    params = view_parameters(todo.scope, todo.branch, oldest) | neighbour_parameters(candidates)
    opened = await open_write(
        connection, schema, todo.scope, todo.branch, nonce=todo.nonce, oldest=oldest,
        reads=[(memory_statement("neighbours", schema), params)],
    )  # fmt: skip
    if not isinstance(opened, OpenWrite):
        return await _already(connection, schema, todo, *opened)
    near = told_memories(opened.answers[0])
    batch = plan_batch(candidates, near)
    planned = replace(todo, operations=tuple(batch.operations))
    if planned.is_empty:
        raise NothingToDo
    return await _carry_out(opened, planned, await fitting(opened, vectors), batch.own)


async def _carry_out(
    opened: OpenWrite, todo: Commit, vectors: Made, own: Sequence[int] = ()
) -> WriteResult:
    """Operations, turns, the record of the write, its place in the branch log and the audit.

    ``own`` names the operations whose ids come first.
    """
    found = await _operate(opened, todo, vectors)
    first = set(own)
    ids = [found[at] for at in own] + [one for at, one in enumerate(found) if at not in first]
    opened.count("turns", len(todo.turn_rows))
    if todo.masked:
        opened.count("masked", todo.masked)
    after = await finish_write(
        opened, covered=todo.covered, nonce=todo.nonce, memory_ids=ids, note=todo.note
    )
    if todo.audit:
        detail = {"ids": [one for one in ids if one], "counts": opened.counts}
        await add_audit(
            opened.connection, opened.schema, todo.scope, todo.actor, todo.audit,
            detail=detail, number=opened.number,
        )  # fmt: skip
    return WriteResult(
        number=opened.number, lineage=after, memory_ids=tuple(ids), counts=opened.counts,
        clock=opened.clock,
    )  # fmt: skip


async def _already(
    connection: Connection, schema: str, todo: Commit, found: Found, tree: int, clock: datetime
) -> WriteResult:
    """The very same write is there: only the branch log may have to move."""
    after = multirange.add(todo.branch.lineage, found.number)
    if tree:
        await log_branch(
            connection, schema, todo.scope, tree,
            root=todo.branch.root, lineage=after, clock=clock,
        )  # fmt: skip
    return WriteResult(
        number=found.number, lineage=after, already=True,
        memory_ids=found.memory_ids, counts=found.counts, clock=found.clock, note=found.note,
    )  # fmt: skip


async def _say_branch(
    connection: Connection, schema: str, todo: Commit, oldest: str | None
) -> WriteResult:
    """A turn that keeps nothing still says which branch is live."""
    clock = await lock_scope(connection, schema, todo.scope)
    tree = await find_tree(connection, schema, todo.scope, todo.branch, oldest)
    if tree:
        await log_branch(
            connection, schema, todo.scope, tree,
            root=todo.branch.root, lineage=todo.branch.lineage, clock=clock, keeps=False,
        )  # fmt: skip
    return WriteResult(
        number=None, lineage=multirange.union(todo.branch.lineage, None), clock=clock
    )


async def _operate(write: OpenWrite, todo: Commit, vectors: Made) -> list[str]:
    """Applies the operations, turns included; gives the id of each one's memory, '' for none."""
    ids = [""] * len(todo.operations)
    for ordinal, one in enumerate(todo.operations):
        write.count(_COUNTS[one.action])
        if one.action in {"supersede", "retire"} and one.target_id:
            await apply.close(write, one.target_id, one.reason, valid_to=_ends(one))
        if one.action == "doubt" and one.target_id:
            await apply.doubt(write, one.target_id)
        if one.action == "retire":
            ids[ordinal] = one.target_id or ""
    told = [
        (one.target_id, todo.rows[ordinal], ordinal)
        for ordinal, one in enumerate(todo.operations)
        if one.action == "reinforce" and one.candidate and one.target_id
    ]
    for (_, _, ordinal), memory_id in zip(told, await apply.reinforce(write, told), strict=True):
        ids[ordinal] = memory_id
    await _assert_new(write, todo, vectors, ids)
    stored = {
        memory_id: one.candidate
        for memory_id, one in zip(ids, todo.operations, strict=True)
        if memory_id and one.candidate and one.action in {"add", "supersede", "doubt", "reinforce"}
    }
    await link_dependencies(write, stored)
    return ids


def _ends(operation: Operation) -> datetime | None:
    """Until when the closed memory was true: until what replaces it began; None is now."""
    if operation.candidate is None:
        return None
    if operation.action == "retire":
        return operation.candidate.evidence.said_at
    return valid_from(operation.candidate)


async def _assert_new(write: OpenWrite, todo: Commit, vectors: Made, ids: list[str]) -> None:
    """Asserts what is added, and the turns; links what replaces something to what it replaces."""
    fresh = [
        (index, one, todo.rows[index])
        for index, one in enumerate(todo.operations)
        if one.candidate and one.action in {"add", "supersede", "doubt"}
    ]
    rows = [row.doubtful() if one.action == "doubt" else row for _, one, row in fresh]
    rows += todo.turn_rows
    ordinals = [*(index for index, _, _ in fresh), *range(len(ids), len(ids) + len(todo.turn_rows))]
    found = [vectors.get(row.embed_text) for row in rows]
    stored = await apply.assert_memories(write, rows, found, ordinals)
    for (index, one, _), memory_id in zip(fresh, stored[: len(fresh)], strict=True):
        ids[index] = memory_id
        if one.action == "supersede" and one.target_id:
            await apply.point_to_successor(write, one.target_id, memory_id)


_COUNTS = {
    "add": "added", "reinforce": "reinforced", "supersede": "superseded",
    "retire": "retired", "doubt": "doubted", "skip": "skipped",
}  # fmt: skip
