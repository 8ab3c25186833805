"""Revising a memory: a new version that replaces the old one, if that is still what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from memory_graph import lineage as multirange
from memory_graph.effects import Program
from memory_graph.errors import ConflictError, InputError
from memory_graph.stores import apply
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.keys import conflict_key, excludes
from memory_graph.stores.revision import Revision, revised
from memory_graph.stores.rows import NewMemory, from_candidate
from memory_graph.stores.stale import to_occupant
from memory_graph.stores.vectors import Made, fitting
from memory_graph.stores.verbs import get_memory
from memory_graph.stores.write import Connection, OpenWrite, fetch, finish_write, open_write
from memory_graph.types import Memory, WriteResult


@dataclass(frozen=True, slots=True)
class Revise:
    """What is asked for."""

    scope: str
    memory_id: str
    content: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    expected_version: int | None = None
    reason: str = "revised"
    actor: str = "operator"


def revise(engine: Engine, todo: Revise) -> Program[WriteResult]:
    """Replaces a memory by a new version; raises ConflictError when it has changed meanwhile."""
    memory = yield from get_memory(engine, todo.scope, todo.memory_id)
    _check_open(memory, todo)
    names = yield from _names(engine, memory)
    revision = revised(memory, todo.content, todo.changes, names)
    row = from_candidate(
        revision.candidate, valid_to=memory.valid_to if revision.same_subject else None,
        data=revision.data, tags=revision.tags,
    )  # fmt: skip
    vectors, missing = yield from engine.embed_for_storage([row.embed_text])

    async def work(connection: Connection, _oldest: str | None) -> WriteResult:
        return await replace_memory(connection, engine.schema, todo, memory, revision, row, vectors)

    result: WriteResult = yield from engine.transaction(work, OUTSIDE)
    counts = result.counts | ({"without_vector": 1} if missing else {})
    return result.model_copy(update={"counts": counts})


def _check_open(memory: Memory, todo: Revise) -> None:
    """Raises unless the memory is one that can be revised now."""
    if memory.tier == "item" or memory.kind == "turn":
        raise InputError(
            f"{memory.id!r} is of kind {memory.kind!r}: what was said is not revised but "
            "erased, and items are put again"
        )
    if memory.closed_at is not None:
        way = f"revise {memory.superseded_by!r}" if memory.superseded_by else "remember it anew"
        raise ConflictError(f"memory {memory.id!r} was closed or expired {memory.closed_at}: {way}")
    if todo.expected_version not in (None, memory.version):
        raise _changed(memory.id, todo.expected_version, memory.version)


def _changed(memory_id: str, expected: int | None, found: object) -> ConflictError:
    return ConflictError(
        f"memory {memory_id!r} has version {found}, not {expected}: read it again and revise that"
    )


def _names(engine: Engine, memory: Memory) -> Program[list[str]]:
    """The entities of a memory as they are shown."""
    params = {"scope": memory.scope, "id": memory.id}

    async def work(connection: Connection, _oldest: str | None) -> list[str]:
        rows = await fetch(connection, "entity_names", engine.schema, params)
        return [row["name"] for row in rows]

    names: list[str] = yield from engine.transaction(work, OUTSIDE)
    return names


async def replace_memory(
    connection: Connection, schema: str, todo: Revise, memory: Memory, revision: Revision,
    row: NewMemory, vectors: Made,
) -> WriteResult:  # fmt: skip
    """Closes a memory and asserts its new version, in a write of its own.

    Raises ConflictError when it is not what was read, or when another holds the slot.
    """
    nonce = str(uuid4())
    write = await open_write(connection, schema, todo.scope, OUTSIDE, nonce=nonce)
    if not isinstance(write, OpenWrite):
        raise ConflictError("the revision was stored already: read the memory again")
    await _check_unchanged(write, memory)
    if row.columns["conflict_key"]:
        await _check_slot(write, memory, revision)
    params = write.params | {"id": memory.id, "reason": todo.reason, "valid_to": None}
    await fetch(connection, "close_fact", schema, params)
    if not revision.same_fact:
        await fetch(connection, "doubt_dependants", schema, params)
    found = (await fitting(write, vectors)).get(row.embed_text)
    (new_id,) = await apply.assert_memories(write, [row], [found])
    await apply.point_to_successor(write, memory.id, new_id)
    await _carry_over(write, memory, revision, new_id)
    write.count("revised")
    await finish_write(write, covered=(), nonce=nonce, memory_ids=[new_id])
    await add_audit(
        connection, schema, todo.scope, todo.actor, "revise", number=write.number,
        detail={"id": memory.id, "version": memory.version, "successor": new_id},
    )  # fmt: skip
    return WriteResult(
        number=write.number, lineage=multirange.EMPTY, memory_ids=(new_id,), counts=write.counts
    )


async def _check_unchanged(write: OpenWrite, memory: Memory) -> None:
    """Compare and set: under the scope's lock the memory must be what was read."""
    rows = await fetch(
        write.connection, "check_targets", write.schema, write.params | {"ids": [memory.id]}
    )
    if not rows or not rows[0]["is_visible"]:
        raise ConflictError(
            f"memory {memory.id!r} is not open any more (closed by someone else, expired, or an "
            "interval that a later one stands for): read its history and revise the newest version"
        )
    if rows[0]["version"] != memory.version:
        raise _changed(memory.id, memory.version, rows[0]["version"])


async def _check_slot(write: OpenWrite, memory: Memory, revision: Revision) -> None:
    """A single-valued slot can't be taken over from another memory by a revision."""
    params = write.params | {"slots": [conflict_key(revision.candidate)]}
    rows = await fetch(write.connection, "occupied_slots", write.schema, params)
    others = [
        one.id
        for one in map(to_occupant, rows)
        if one.id != memory.id and excludes(revision.candidate, one)
    ]
    if others:
        raise ConflictError(
            f"memory {others[0]!r} already says what {revision.candidate.attribute!r} of "
            f"{revision.candidate.subject!r} is: revise or retire that one"
        )


async def _carry_over(write: OpenWrite, memory: Memory, revision: Revision, new_id: str) -> None:
    """Gives the new version what it keeps of the old one.

    First-seen time and key always, links while it is about the same subject and attribute,
    evidence and its own time while only the wording changed.
    """
    params = write.params | {"id": memory.id, "successor": new_id}
    if write.counts.get("new_rows"):
        await fetch(
            write.connection, "revise_keep", write.schema,
            params | {"same_fact": revision.same_fact},
        )  # fmt: skip
    if revision.same_fact:
        await fetch(write.connection, "revise_evidence", write.schema, params)
    if revision.same_subject:
        await fetch(write.connection, "revise_links", write.schema, params)
        await fetch(write.connection, "revise_relations", write.schema, params)
