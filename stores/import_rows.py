"""One chunk of an import inside its transaction: numbers for its times, then its rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from psycopg import sql

from memory_graph.stores import apply
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.import_plan import Added, ImportPlan, plan_import, to_known
from memory_graph.stores.queries import compose
from memory_graph.stores.transfer_records import Header, MemoryRecord, imported_id
from memory_graph.stores.vectors import ANY_SIZE, accepted_size
from memory_graph.stores.write import (
    Connection,
    OpenWrite,
    fetch,
    finish_write,
    lock_scope,
    open_write,
)
from memory_graph.text.clean import normalise_name
from memory_graph.types import Frozen

Progress = Callable[[int, int], None]
"""Told the memories done so far and those of the export."""


class ImportReport(Frozen):
    """What an import came to."""

    memories: int = 0
    """New to the scope."""
    merged: int = 0
    """There already, or said the same."""
    evidence: int = 0
    links: int = 0
    closed: int = 0
    """Older values of a single-valued fact that gave way."""
    without_vector: int = 0


@dataclass(slots=True)
class Import:
    """An import under way."""

    scope: str
    actor: str = "operator"
    progress: Progress | None = None
    header: Header | None = None
    index_fields: Sequence[str] = ("$",)
    """Fields of plain items to index, where their values were changed."""
    merged: dict[UUID, UUID] = field(default_factory=dict)
    changed: dict[UUID, UUID] = field(default_factory=dict)
    """Ids that are told, and those of the memories a person has made of them."""
    waiting: dict[UUID, MemoryRecord] = field(default_factory=dict)
    """What is planned when all others are there."""
    own: dict[UUID, bool] = field(default_factory=dict)
    """Memories of the scope that the export holds, and whether they are open there."""
    counts: dict[str, int] = field(default_factory=dict)
    records: int = 0
    seen: int = 0
    """How many of them were memories."""
    seen_links: int = 0
    chunks: int = 0
    """How many chunks of memories were stored."""
    last_turns: dict[str, list[MemoryRecord]] = field(default_factory=dict)
    """The last turns of each session, for what is made anew."""

    def id_of(self, old: UUID) -> UUID:
        """Where an exported memory is in this scope."""
        own = self.changed.get(old, old)
        return self.merged.get(own, imported_id(self.scope, own))

    def count(self, what: str, by: int) -> None:
        """Adds to the report."""
        if by:
            self.counts[what] = self.counts.get(what, 0) + by

    @property
    def report(self) -> ImportReport:
        """What it has come to so far."""
        return ImportReport.model_validate(self.counts)


@dataclass(slots=True)
class Chunk:
    """Some memories inside their transaction."""

    connection: Connection
    schema: str
    todo: Import
    literals: dict[UUID, str | None]
    embedder: str | None
    """What the vectors are of."""
    clock: datetime | None = None

    async def store(
        self, memories: Sequence[MemoryRecord], *, is_last: bool = False
    ) -> dict[str, int]:
        """Plans on what is there and writes; gives the counts."""
        self.clock = await lock_scope(self.connection, self.schema, self.todo.scope)
        size = await accepted_size(self.connection, self.schema, self.todo.scope, self.embedder)
        self.literals = {
            one: literal
            for one, literal in self.literals.items()
            if literal and size is not None and size in (ANY_SIZE, literal.count(",") + 1)
        }
        rows = await self._fetch(
            "import_known",
            keys=[str(one.dedupe_key) for one in memories],
            slots=sorted({one.conflict_key for one in memories if one.conflict_key}),
            ids=[str(i) for one in memories for i in (one.id, self.todo.id_of(one.id))],
        )
        known = map(to_known, rows)
        plan = plan_import(self.todo.scope, memories, known, self.todo.own, is_last=is_last)
        self.todo.own |= plan.own
        self.todo.merged |= plan.merged
        self.todo.waiting |= plan.waiting
        numbers = await self._numbers(plan)
        closing = await self._make_way(plan)
        await self._add(plan, numbers)
        await self._point(closing, plan)
        return {
            "memories": len(plan.added), "merged": len(plan.merged),
            "evidence": len(plan.evidence), "closed": len(plan.closed) + len(plan.replaced),
        }  # fmt: skip

    async def _fetch(self, name: str, **params: Any) -> list[dict[str, Any]]:
        every = {"scope": self.todo.scope, "clock": self.clock, **params}
        return list(await fetch(self.connection, name, self.schema, every))

    async def _numbers(self, plan: ImportPlan) -> dict[datetime, int]:
        """A write number for each time at which something was known."""
        times = {one.recorded_at for _, one in plan.evidence}
        for added in plan.added:
            times.add(added.record.recorded_at)
            times |= {one.closed_at for one in added.record.closings}
            if added.gives_way_to and self.clock:
                times.add(self.clock)
        if not times:
            return {}
        (row,) = await self._fetch("import_numbers", count=len(times))
        numbers = {time: row["first"] + i for i, time in enumerate(sorted(times))}
        rows = [{"number": number, "at": time.isoformat()} for time, number in numbers.items()]
        await self._fetch("import_writes", rows=as_json(rows))
        return numbers

    async def _add(self, plan: ImportPlan, numbers: dict[datetime, int]) -> None:
        closings = [row for added in plan.added for row in self._closings(added, numbers)]
        closed_by: dict[str, list[int]] = {}
        for row in closings:
            closed_by.setdefault(row["memory_id"], []).append(row["number"])
        rows = [
            _dump(added.record, _BESIDE) | {
                "id": str(added.id), "number": numbers[added.record.recorded_at],
                "interval_number": added.interval_number,
                "embedding": self.literals.get(added.record.id),
                "closed_by": closed_by.get(str(added.id), []),
            }
            for added in plan.added
        ]  # fmt: skip
        if rows:
            columns = compose("transfer_columns", self.schema)
            query = compose(
                "import_memories", self.schema, columns=_unqualified(self.schema),
                given_columns=columns,
            )  # fmt: skip
            params = {"scope": self.todo.scope, "clock": self.clock, "rows": as_json(rows)}
            await self.connection.execute(query, params)
            lexemes = sum(added.record.lexeme_count for added in plan.added)
            await self._fetch("count_rows", rows=len(rows), lexemes=lexemes)
        await self._rows("import_closings", closings)
        await self._rows("import_evidence", [
            one.model_dump(mode="json") | {"memory_id": str(to), "number": numbers[one.recorded_at]}
            for to, one in plan.evidence
        ])  # fmt: skip
        await self._beside(plan)

    def _closings(self, added: Added, numbers: dict[datetime, int]) -> list[dict[str, Any]]:
        rows = [
            one.model_dump(mode="json") | {
                "memory_id": str(added.id), "number": numbers[one.closed_at],
                "superseded_by": str(self.todo.id_of(one.superseded_by))
                if one.superseded_by else None,
            }
            for one in {one.closed_at: one for one in added.record.closings}.values()
        ]  # fmt: skip
        if added.gives_way_to and self.clock:
            now = self.clock.isoformat()
            rows.append(
                {"memory_id": str(added.id), "number": numbers[self.clock], "closed_at": now,
                 "valid_to": now, "superseded_by": str(added.gives_way_to), "reason": "import"}
            )  # fmt: skip
        return rows

    async def _beside(self, plan: ImportPlan) -> None:
        """Entities, relations, uses and further vectors of new memories."""
        new = [(str(added.id), added.record) for added in plan.added]
        await self._rows("import_entities", [
            {"memory_id": to, "name": name, "normal_name": normalise_name(name)}
            for to, one in new for name in one.names
        ])  # fmt: skip
        await self._rows("import_relations", [
            {"memory_id": to, "source": normalise_name(a), "name": name,
             "target": normalise_name(b)}
            for to, one in new for a, name, b in one.relations
        ])  # fmt: skip
        await self._rows("import_access", [
            {"memory_id": to, **one.access.model_dump(mode="json")}
            for to, one in new if one.access
        ])  # fmt: skip
        await self._rows("item_vectors", [
            {"memory_id": to, **vector.model_dump(mode="json")}
            for to, one in new for vector in one.vectors
            if one.embedding and self.literals.get(one.id) == one.embedding
        ])  # fmt: skip

    async def _rows(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            await self._fetch(name, rows=as_json(rows))

    async def _make_way(self, plan: ImportPlan) -> OpenWrite | None:
        """Closes older values whose slot an imported one takes.

        Before anything is added, since a closing covers every interval that the fact then has.
        """
        if not plan.closed and not plan.replaced:
            return None
        write = await open_write(
            self.connection, self.schema, self.todo.scope, OUTSIDE, nonce=str(uuid4())
        )
        if not isinstance(write, OpenWrite):
            return None
        for old, _ in plan.closed:
            await apply.close(write, str(old), "import")
        for old, new in plan.replaced:
            params = write.params | {"id": old, "successor": new}
            await fetch(self.connection, "import_close_item", self.schema, params)
        return write

    async def _point(self, write: OpenWrite | None, plan: ImportPlan) -> None:
        """Points what was closed to what took its place, and records the write that closed it."""
        if write is None:
            return
        for old, new in plan.closed:
            await apply.point_to_successor(write, str(old), str(new))
        ids = [str(old) for old, _ in (*plan.closed, *plan.replaced)]
        await finish_write(write, covered=(), nonce="import", memory_ids=ids)


_BESIDE = {"record", "closings", "evidence", "names", "relations", "access", "vectors", "digest"}


def _dump(record: MemoryRecord, without: set[str]) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude=without)


def as_json(rows: object) -> str:
    """Rows as one document for a statement."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _unqualified(schema: str) -> sql.Composed:
    """The names of the transferred columns, as INSERT takes them."""
    names = compose("transfer_columns", schema).as_string(None).replace("\n", " ").split(",")
    return sql.SQL(", ").join(sql.Identifier(name.strip().removeprefix("m.")) for name in names)
