"""Links between memories: set by the words of a candidate, or by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args
from uuid import uuid4

from pydantic import AwareDatetime

from memory_graph import lineage as multirange
from memory_graph.effects import Program
from memory_graph.errors import InputError
from memory_graph.stores.apply import send_all
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.dependence import meant_by, search_parameters, to_target
from memory_graph.stores.engine import Engine
from memory_graph.stores.queries import compose
from memory_graph.stores.read import view_parameters
from memory_graph.stores.write import (
    Connection,
    NeedsOldestCheckpoint,
    OpenWrite,
    fetch,
    finish_write,
    open_write,
)
from memory_graph.types import Candidate, Frozen, WriteResult

LinkKind = Literal["supersedes", "derived_from", "causes", "depends_on", "part_of"]
SETTABLE: tuple[str, ...] = tuple(kind for kind in get_args(LinkKind) if kind != "supersedes")
"""Links that can be set by hand; which memory replaced which is said by the store alone."""


class Link(Frozen):
    """A directed link: the commute *depends_on* the home, the delay is what snow *causes*."""

    source_id: str
    kind: LinkKind
    target_id: str
    recorded_at: AwareDatetime


async def add_links(write: OpenWrite, links: Sequence[tuple[str, str, str]]) -> None:
    """Stores links given as source, kind, target; the same link again is asserted again."""
    columns = ("source_ids", "kinds", "target_ids")
    await send_all(write, "insert_links", columns, sorted(set(links)))


async def link_dependencies(write: OpenWrite, stored: Mapping[str, Candidate]) -> None:
    """Links each memory of the write to what its candidate says it depends on.

    Memories of the same write count too. A name that means nothing known links nothing.
    """
    named = {memory_id: one for memory_id, one in stored.items() if one.depends_on}
    if not named:
        return
    names = [name for one in named.values() for name in one.depends_on]
    seen = multirange.add(write.branch.lineage, write.number)
    params = write.params | {"seen": seen} | search_parameters(names)
    rows = await fetch(write.connection, "find_dependence", write.schema, params)
    targets = [to_target(row) for row in rows]
    links = [
        (memory_id, "depends_on", target)
        for memory_id, one in named.items()
        for name in one.depends_on
        for target in meant_by(name, one.subject, (t for t in targets if t.id != memory_id))
    ]
    await add_links(write, links)
    write.count("linked", len(set(links)))


def check_link(source_id: str, kind: str, target_id: str) -> None:
    """Raises InputError for a link that can't be set by hand."""
    if kind not in SETTABLE:
        raise InputError(f"link {kind!r} can't be set: choose one of {', '.join(SETTABLE)}")
    if source_id == target_id:
        raise InputError(f"memory {source_id!r} can't be linked to itself")


def set_link(
    engine: Engine, scope: str, source_id: str, kind: str, target_id: str, actor: str
) -> Program[WriteResult]:
    """Links two memories as one write, once both are known to be visible."""
    nonce = str(uuid4())

    async def work(connection: Connection, oldest: str | None) -> WriteResult:
        write = await open_write(connection, engine.schema, scope, OUTSIDE, nonce=nonce)
        if not isinstance(write, OpenWrite):
            return WriteResult(number=write[0].number, lineage=multirange.EMPTY, already=True)
        await add_links(write, [(source_id, kind, target_id)])
        write.count("linked")
        ids = (source_id, target_id)
        await finish_write(write, covered=(), nonce=nonce, memory_ids=ids)
        await add_audit(
            connection, engine.schema, scope, actor, "link", number=write.number,
            detail={"source_id": source_id, "kind": kind, "target_id": target_id},
        )  # fmt: skip
        return WriteResult(
            number=write.number, lineage=multirange.EMPTY, memory_ids=ids, counts=write.counts
        )

    result: WriteResult = yield from engine.transaction(work, OUTSIDE)
    return result


def find_links(
    engine: Engine, scope: str, memory_id: str, branch: Branch = OUTSIDE
) -> Program[list[Link]]:
    """The links from and to a memory, oldest first."""

    async def work(connection: Connection, oldest: str | None) -> list[Link]:
        query = compose("list_links", engine.schema, view=compose("view", engine.schema))
        params = view_parameters(scope, branch, oldest) | {"id": memory_id}
        rows = await (await connection.execute(query, params)).fetchall()
        if rows and rows[0]["reader_tree"] == -1:
            raise NeedsOldestCheckpoint
        return [_to_link(row) for row in rows if row["source_id"] is not None]

    found: list[Link] = yield from engine.transaction(work, branch)
    return found


def _to_link(row: Mapping[str, Any]) -> Link:
    return Link(
        source_id=str(row["source_id"]), kind=row["kind"], target_id=str(row["target_id"]),
        recorded_at=row["recorded_at"],
    )  # fmt: skip
