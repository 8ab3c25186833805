"""What is related to an entity over one to three named relations, and which memories say so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory_graph.effects import Program
from memory_graph.errors import InputError
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.checks import (
    check_aware,
    check_branch,
    check_list,
    check_number,
    check_words,
)
from memory_graph.stores.engine import Engine
from memory_graph.stores.queries import compose
from memory_graph.stores.read import view_parameters
from memory_graph.stores.write import Connection, NeedsOldestCheckpoint
from memory_graph.text.clean import normalise_name
from memory_graph.types import Frozen

MAX_HOPS = 3
FAN_OUT = 50
"""Relations followed from one entity, the newest first."""


class RelationStep(Frozen):
    """One relation on a path, in the direction it was stated in."""

    source: str
    name: str
    target: str
    memory_id: str
    """The memory that states it."""


class RelatedEntity(Frozen):
    """An entity at the end of a path."""

    entity: str
    hops: int
    path: tuple[RelationStep, ...]


def related(
    engine: Engine, scope: str, entity: str, *, hops: int = 1, names: Sequence[str] = (),
    limit: int = 100, as_of: datetime | None = None, branch: Branch = OUTSIDE,
) -> Program[list[RelatedEntity]]:  # fmt: skip
    """The paths from an entity, shortest first; none when nobody has mentioned it."""
    if isinstance(hops, bool) or hops not in range(1, MAX_HOPS + 1):
        raise InputError(f"hops {hops!r} is not 1, 2 or 3")
    check_number("limit", limit, 1)
    check_aware("as_of", as_of)
    check_branch(branch)
    check_words("entity", entity)
    normal = normalise_name(entity)
    if not normal:
        raise InputError(f"entity {entity!r} is blank")
    params = {
        "entity": normal, "hops": hops, "names": list(check_list("names", names)),
        "limit": limit, "fan_out": FAN_OUT,
    }  # fmt: skip

    async def work(connection: Connection, oldest: str | None) -> list[RelatedEntity]:
        query = compose("related", engine.schema, view=compose("view", engine.schema))
        every = view_parameters(scope, branch, oldest, as_of) | params
        rows = await (await connection.execute(query, every)).fetchall()
        if rows and rows[0]["reader_tree"] == -1:
            raise NeedsOldestCheckpoint
        return [
            RelatedEntity(entity=row["entity"], hops=row["hops"], path=tuple(row["path"]))
            for row in rows
            if row["entity"] is not None
        ]

    found: list[RelatedEntity] = yield from engine.transaction(work, branch, repeatable=True)
    return found
