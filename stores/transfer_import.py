"""Importing an export into a scope: chunk by chunk, with its times; again changes nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from memory_graph.effects import Program
from memory_graph.stores.audit import add_audit
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.import_plan import at_home
from memory_graph.stores.import_rows import Chunk, Import, ImportReport, as_json
from memory_graph.stores.import_text import as_written, text_of, windows
from memory_graph.stores.rows import vector_literal
from memory_graph.stores.statistics import part_loaded
from memory_graph.stores.transfer_records import (
    Header,
    LinkRecord,
    MemoryRecord,
    Record,
    changed_id,
    imported_id,
    parse_record,
)
from memory_graph.stores.write import Connection, fetch, lock_scope

CHUNK = 500
_NUMBER = re.compile(r"-?[0-9.]{1,24}(?:e[-+]?[0-9]{1,3})?")


def import_chunk(engine: Engine, todo: Import, values: Sequence[dict[str, Any]]) -> Program[None]:
    """Stores the next records. Raises InputError before any of them is stored."""
    records = [_record(todo, value) for value in values]
    for one in records[:1]:
        todo.header = one if isinstance(one, Header) else todo.header
    memories = [at_home(one, todo.scope) for one in records if isinstance(one, MemoryRecord)]
    links = [one for one in records if isinstance(one, LinkRecord)]
    if memories:
        yield from _import_memories(engine, todo, memories)
        todo.seen += len(memories)
        todo.chunks += 1
        yield from part_loaded(engine, todo.chunks)
    if links:
        yield from _settle(engine, todo)
        yield from _import_links(engine, todo, links)
        todo.seen_links += len(links)
    if todo.progress and todo.header:
        done = todo.counts.get("memories", 0) + todo.counts.get("merged", 0)
        todo.progress(done, todo.header.memories)


def _record(todo: Import, value: dict[str, Any]) -> Record:
    """The next record; a memory that was changed is another one than it was."""
    todo.records += 1
    record = parse_record(value, todo.records)
    if not isinstance(record, MemoryRecord) or record.is_genuine:
        return record
    own = todo.changed[record.id] = changed_id(record, value)
    return record.model_copy(update={"id": own})


def finish_import(engine: Engine, todo: Import) -> Program[ImportReport]:
    """Stores what waits, sets the last pointers; says it in the audit, if anything was changed."""
    yield from _settle(engine, todo)
    rows = [
        {"source": str(imported_id(todo.scope, old)), "target": str(todo.id_of(old))}
        for old in (*todo.merged, *todo.changed)
    ]
    report = todo.report

    async def work(connection: Connection, _oldest: str | None) -> None:
        await lock_scope(connection, engine.schema, todo.scope)
        params = {"scope": todo.scope, "rows": as_json(rows)}
        await fetch(connection, "import_pointers", engine.schema, params)
        if report.memories or report.evidence or report.links:
            await add_audit(
                connection, engine.schema, todo.scope, todo.actor, "import",
                detail={"counts": todo.counts},
            )  # fmt: skip

    yield from engine.transaction(work, OUTSIDE)
    return report


# Memories --------------------------------------------------------------------------------------


def _settle(engine: Engine, todo: Import) -> Program[None]:
    """Stores what waited for all other memories to be there."""
    if todo.waiting:
        waiting = list(todo.waiting.values())
        yield from _import_memories(engine, todo, waiting, is_last=True)
        todo.waiting.clear()


def _import_memories(
    engine: Engine, todo: Import, given: Sequence[MemoryRecord], *, is_last: bool = False
) -> Program[None]:
    size = yield from _vector_size(engine, todo)
    before = windows(todo.last_turns, given)
    memories = [as_written(one, before.get(one.id, ()), todo.index_fields) for one in given]
    texts = {one.id: text_of(one, before.get(one.id, ())) for one in memories if _wants(one, size)}
    vectors, missing = yield from engine.embed_for_storage(list(texts.values()))
    literals = {
        one.id: one.embedding if one.id not in texts else vector_literal(vectors.get(texts[one.id]))
        for one in memories
    }

    async def work(connection: Connection, _oldest: str | None) -> dict[str, int]:
        chunk = Chunk(connection, engine.schema, todo, literals, engine.embedder_name)
        return await chunk.store(memories, is_last=is_last)

    counts: dict[str, int] = yield from engine.transaction(work, OUTSIDE)
    for what, by in counts.items():
        todo.count(what, by)
    if missing:
        todo.count("without_vector", len(texts))


def _vector_size(engine: Engine, todo: Import) -> Program[int | None]:
    """The size of vectors that can be taken over; None when they are of another embedder."""
    yield from engine.ready()
    theirs = todo.header.embedder if todo.header else None
    if theirs is None or theirs != engine.embedder_name:
        return None

    async def work(connection: Connection, _oldest: str | None) -> int | None:
        rows = await fetch(connection, "get_embedder", engine.schema, {})
        return int(rows[0]["value"]["dimensions"]) if rows else None

    size: int | None = yield from engine.transaction(work, OUTSIDE, repeatable=True)
    return size


def _fits(literal: str, size: int | None) -> bool:
    """True for a vector of this size as the database writes it."""
    numbers = literal.strip("[]").split(",")
    return len(numbers) == size and all(_NUMBER.fullmatch(one) for one in numbers)


def _wants(one: MemoryRecord, size: int | None) -> bool:
    """True for a memory whose vector can't be taken over; what was not indexed has no text."""
    return not (one.embedding and _fits(one.embedding, size)) and bool(one.content)


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
        params = {"scope": todo.scope, "rows": as_json(rows)}
        return len(await fetch(connection, "import_links", engine.schema, params))

    added: int = yield from engine.transaction(work, OUTSIDE)
    todo.count("links", added)
