"""Importing an export into a scope: chunk by chunk, with its times; again changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from memory_graph.effects import Program
from memory_graph.stores import apply
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.import_plan import ImportPlan, at_home, plan_import, to_known
from memory_graph.stores.queries import compose
from memory_graph.stores.rows import BEFORE_LENGTH, spoken, vector_literal
from memory_graph.stores.transfer_records import (
    Header,
    LinkRecord,
    MemoryRecord,
    imported_id,
    parse_record,
)
from memory_graph.stores.write import (
    Connection,
    OpenWrite,
    fetch,
    finish_write,
    lock_scope,
    open_write,
)
from memory_graph.text.clean import normalise_name
from memory_graph.types import Frozen, Turn

CHUNK = 500
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
    merged: dict[UUID, UUID] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    records: int = 0
    last_turns: dict[str, Turn] = field(default_factory=dict)
    """The last turn of each session, for vectors made anew."""

    def id_of(self, old: UUID) -> UUID:
        """Where an exported memory is in this scope."""
        return self.merged.get(old, imported_id(self.scope, old))

    def count(self, what: str, by: int) -> None:
        """Adds to the report."""
        if by:
            self.counts[what] = self.counts.get(what, 0) + by

    @property
    def report(self) -> ImportReport:
        """What it has come to so far."""
        return ImportReport.model_validate(self.counts)


def import_chunk(engine: Engine, todo: Import, values: Sequence[dict[str, Any]]) -> Program[None]:
    """Stores the next records. Raises InputError before any of them is stored."""
    records = []
    for value in values:
        todo.records += 1
        records.append(parse_record(value, todo.records))
    if records and isinstance(records[0], Header):
        todo.header = records.pop(0)
    memories = [at_home(one, todo.scope) for one in records if isinstance(one, MemoryRecord)]
    links = [one for one in records if isinstance(one, LinkRecord)]
    if memories:
        yield from _import_memories(engine, todo, memories)
    if links:
        yield from _import_links(engine, todo, links)
    if todo.progress and todo.header:
        done = todo.counts.get("memories", 0) + todo.counts.get("merged", 0)
        todo.progress(done, todo.header.memories)


def finish_import(engine: Engine, todo: Import) -> Program[ImportReport]:
    """Sets the last pointers and says it in the audit, if anything was changed."""
    rows = [
        {"source": str(imported_id(todo.scope, old)), "target": str(new)}
        for old, new in todo.merged.items()
    ]
    report = todo.report

    async def work(connection: Connection, _oldest: str | None) -> None:
        await lock_scope(connection, engine.schema, todo.scope)
        params = {"scope": todo.scope, "rows": json.dumps(rows)}
        await fetch(connection, "import_pointers", engine.schema, params)
        if report.memories or report.evidence or report.links:
            await add_audit(
                connection, engine.schema, todo.scope, todo.actor, "import",
                detail={"counts": todo.counts},
            )  # fmt: skip

    yield from engine.transaction(work, OUTSIDE)
    return report


# Memories --------------------------------------------------------------------------------------


def _import_memories(
    engine: Engine, todo: Import, memories: Sequence[MemoryRecord]
) -> Program[None]:
    yield from engine.ready()
    texts = _texts(engine, todo, memories)
    vectors, missing = yield from engine.embed_for_storage(list(texts.values()))
    literals = {
        one.id: one.embedding if one.id not in texts else vector_literal(vectors.get(texts[one.id]))
        for one in memories
    }

    async def work(connection: Connection, _oldest: str | None) -> dict[str, int]:
        chunk = _Chunk(connection, engine.schema, todo, literals)
        return await chunk.store(memories)

    counts: dict[str, int] = yield from engine.transaction(work, OUTSIDE)
    for what, by in counts.items():
        todo.count(what, by)
    if missing:
        todo.count("without_vector", len(texts))


def _texts(engine: Engine, todo: Import, memories: Iterable[MemoryRecord]) -> dict[UUID, str]:
    """The texts to embed: all, unless the vectors of the export are of the same embedder."""
    same = bool(todo.header) and todo.header.embedder == engine.embedder_name
    texts: dict[UUID, str] = {}
    for one in memories:
        before = todo.last_turns.get(one.session_id or "")
        if one.kind == "turn" and one.session_id:
            turn = Turn(role=one.role or "user", content=one.content, speaker=one.speaker)
            todo.last_turns[one.session_id] = turn
        if same and one.embedding is not None:
            continue
        if one.embedding is not None or one.tier != "item":
            texts[one.id] = _embed_text(one, before)
    return texts


def _embed_text(one: MemoryRecord, before: Turn | None) -> str:
    if one.kind != "turn":
        return one.content
    turn = Turn(role=one.role or "user", content=one.content, speaker=one.speaker)
    first = [spoken(before, BEFORE_LENGTH)] if before else []
    return "\n".join([*first, spoken(turn)])


@dataclass(slots=True)
class _Chunk:
    """Some memories inside their transaction."""

    connection: Connection
    schema: str
    todo: Import
    literals: dict[UUID, str | None]
    clock: datetime | None = None

    async def store(self, memories: Sequence[MemoryRecord]) -> dict[str, int]:
        """Plans on what is there and writes; gives the counts."""
        self.clock = await lock_scope(self.connection, self.schema, self.todo.scope)
        rows = await self._fetch(
            "import_known",
            keys=[str(one.dedupe_key) for one in memories],
            slots=sorted({one.conflict_key for one in memories if one.conflict_key}),
            ids=[str(i) for one in memories for i in (one.id, self.todo.id_of(one.id))],
        )
        plan = plan_import(self.todo.scope, memories, map(to_known, rows))
        self.todo.merged |= {old: new for old, new in plan.merged.items()}
        numbers = await self._numbers(plan)
        await self._add(plan, numbers)
        await self._make_way(plan)
        return {
            "memories": len(plan.added), "merged": len(plan.merged),
            "evidence": len(plan.evidence), "closed": len(plan.closed),
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
        await self._fetch("import_writes", rows=json.dumps(rows))
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
            params = {"scope": self.todo.scope, "clock": self.clock, "rows": _json(rows)}
            await self.connection.execute(query, params)
            lexemes = sum(added.record.lexeme_count for added in plan.added)
            await self._fetch("count_rows", rows=len(rows), lexemes=lexemes)
        await self._rows("import_closings", closings)
        await self._rows("import_evidence", [
            one.model_dump(mode="json") | {"memory_id": str(to), "number": numbers[one.recorded_at]}
            for to, one in plan.evidence
        ])  # fmt: skip
        await self._beside(plan)

    def _closings(self, added: Any, numbers: dict[datetime, int]) -> list[dict[str, Any]]:
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
            if self.literals.get(one.id) == one.embedding
        ])  # fmt: skip

    async def _rows(self, name: str, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            await self._fetch(name, rows=_json(rows))

    async def _make_way(self, plan: ImportPlan) -> None:
        """Closes older values whose slot an imported one takes."""
        if not plan.closed:
            return
        nonce = str(uuid4())
        write = await open_write(
            self.connection, self.schema, self.todo.scope, OUTSIDE, nonce=nonce
        )
        if isinstance(write, OpenWrite):
            for old, new in plan.closed:
                await apply.close(write, str(old), "import")
                await apply.point_to_successor(write, str(old), str(new))
            ids = [str(old) for old, _ in plan.closed]
            await finish_write(write, covered=(), nonce=nonce, memory_ids=ids)


_BESIDE = {"record", "closings", "evidence", "names", "relations", "access", "vectors"}


def _dump(record: MemoryRecord, without: set[str]) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude=without)


def _json(rows: object) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _unqualified(schema: str) -> Any:
    """The names of the transferred columns, as INSERT takes them."""
    from psycopg import sql

    names = compose("transfer_columns", schema).as_string(None).replace("\n", " ").split(",")
    return sql.SQL(", ").join(sql.Identifier(name.strip().removeprefix("m.")) for name in names)


# Links -----------------------------------------------------------------------------------------


def _import_links(engine: Engine, todo: Import, links: Sequence[LinkRecord]) -> Program[None]:
    rows = [
        one.model_dump(mode="json", exclude={"record"}) | {
            "source_id": str(todo.id_of(one.source_id)), "target_id": str(todo.id_of(one.target_id))
        }
        for one in links
    ]  # fmt: skip

    async def work(connection: Connection, _oldest: str | None) -> int:
        await lock_scope(connection, engine.schema, todo.scope)
        params = {"scope": todo.scope, "rows": _json(rows)}
        return len(await fetch(connection, "import_links", engine.schema, params))

    added: int = yield from engine.transaction(work, OUTSIDE)
    todo.count("links", added)
