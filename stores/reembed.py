"""Making all vectors anew with another embedder, while the memory stays in use.

Scope by scope: the scope is handed over to the new embedder and its old vectors are forgotten, in
one transaction; then what has no vector gets one, some rows at a time. A row without a vector is
what is left to do, so a run that was killed goes on where it stopped. The embedder of the schema
is changed at the end. Stores that still run with the old one find by words in what was handed over,
and store no vectors there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.store.base import get_text_at_path
from psycopg.types.json import Jsonb

from memory_graph.effects import Program
from memory_graph.errors import ConflictError, InputError
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.engine import Engine
from memory_graph.stores.rows import BEFORE_LENGTH, spoken, vector_literal
from memory_graph.stores.write import Connection, fetch
from memory_graph.types import Frozen, Turn

BATCH = 64
_NO_ID = "00000000-0000-0000-0000-000000000000"
_LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"
Progress = Callable[[int, int], None]
"""Called with how many memories have got their vectors, and of how many."""
Texts = dict[str, tuple[str, ...]]
"""By memory id: the text of its vector, and those of further vectors."""


class ReembedReport(Frozen):
    """What a run has come to."""

    embedder: str
    before: str | None
    """The embedder of the schema before; None when it had none."""
    dimensions: int
    scopes: int
    memories: int
    """How many memories got new vectors."""


# Texts, pure -----------------------------------------------------------------------------------


def row_texts(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The texts that the vectors of a stored memory are made from, as when it was stored."""
    if row["tier"] == "item":
        return item_texts(row["content"], row["data"], row["paths"])
    if row["kind"] != "turn":
        return (row["content"],)
    before = [spoken(_turn(row["before"]), BEFORE_LENGTH)] if row["before"] else []
    return ("\n".join([*before, spoken(_turn(row))]),)


def item_texts(content: str, data: object, paths: Sequence[str]) -> tuple[str, ...]:
    """The first text of an item and those at further paths; ``content`` holds all, line by line."""
    further = list(_texts_at(data, paths))
    tail = "\n" + "\n".join(further)
    first = content.removesuffix(tail) if further else content
    return (first, *further)


def _texts_at(data: object, paths: Sequence[str]) -> Iterator[str]:
    """The text of each further vector: what a path gives, counted from its last text."""
    for place, path in enumerate(paths):
        texts = [text for text in get_text_at_path(data, path) if text.strip()]
        left = paths[place:].count(path)
        yield texts[-left % len(texts)] if texts else ""


def _turn(row: Mapping[str, Any]) -> Turn:
    return Turn(role=row["role"] or "user", speaker=row["speaker"], content=row["content"])


# The program ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Run:
    """One run, and how far it has come."""

    engine: Engine
    embedder: str
    size: int
    batch: int
    progress: Progress | None
    total: int = 0
    done: int = 0
    scopes: int = 0

    def did(self, count: int) -> None:
        """Counts memories and says so."""
        self.done += count
        if self.progress:
            self.progress(self.done, max(self.total, self.done))


def reembed(
    engine: Engine, progress: Progress | None = None, batch: int = BATCH
) -> Program[ReembedReport]:
    """Gives every memory a vector of the store's embedder; raises ModelError when that fails.

    What has one already keeps it, so the same run again only fills gaps.
    """
    if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= 10_000:
        raise InputError(f"batch {batch!r} must be a whole number from 1 to 10000")
    embedder, known = yield from engine.adopt()
    size = len((yield from engine.embed_strictly(["size"]))["size"])
    value = {"name": embedder, "dimensions": size}
    yield from _write(engine, "reembed_begin", value=Jsonb(value))
    run = _Run(engine, embedder, size, batch, progress)
    while scopes := (yield from _unfinished(run)):
        run.total = run.done + sum(row["missing"] for row in scopes)
        for row in scopes:
            yield from _reembed_scope(run, row["scope"])
    yield from _write(engine, "reembed_finish", value=Jsonb(value))
    return ReembedReport(
        embedder=embedder, before=known["name"] if known else None, dimensions=size,
        scopes=run.scopes, memories=run.done,
    )  # fmt: skip


def _unfinished(run: _Run) -> Program[list[dict[str, Any]]]:
    """The scopes that are not handed over, or hold memories without a vector."""
    rows = yield from _write(run.engine, "reembed_scopes", embedder=run.embedder, size=run.size)
    return [row for row in rows if row["missing"] or not row["is_taken"]]


def _reembed_scope(run: _Run, scope: str) -> Program[None]:
    """Hands a scope over and makes its vectors; writes meanwhile are caught by the next round."""
    run.scopes += 1
    taken = {"scope": scope, "embedder": run.embedder, "size": run.size}
    yield from _write(run.engine, "reembed_scope", **taken)
    after = _NO_ID
    while rows := (yield from _missing(run, scope, after)):
        after = max(rows)
        vectors = yield from run.engine.embed_strictly(
            list(dict.fromkeys(text for texts in rows.values() for text in texts))
        )
        stored = yield from _store(run, scope, rows, vectors)
        run.did(stored)


def _missing(run: _Run, scope: str, after: str) -> Program[Texts]:
    rows = yield from _write(
        run.engine, "reembed_rows", scope=scope, after=after, ids=[], limit=run.batch
    )
    return _texts(rows)


def _texts(rows: Sequence[Mapping[str, Any]]) -> Texts:
    return {str(row["id"]): row_texts(row) for row in rows}


def _store(
    run: _Run, scope: str, made: Texts, vectors: Mapping[str, Sequence[float]]
) -> Program[int]:
    """Stores vectors of what still reads as it did, lest masked words come back."""
    schema = run.engine.schema
    params = {"scope": scope, "embedder": run.embedder}
    again = {"scope": scope, "after": _LAST_ID, "ids": list(made), "limit": len(made)}

    async def work(connection: Connection, _oldest: str | None) -> int:
        (lock,) = await fetch(connection, "reembed_lock", schema, params)
        if not lock["is_taken"] or lock["wanted"] not in (None, run.embedder):
            raise ConflictError(
                f"scope {scope!r} is being given vectors of {lock['wanted']!r} by another run: "
                f"let that end, then run this one again"
            )
        now = _texts(await fetch(connection, "reembed_rows", schema, again))
        rows = [
            {"id": one, "ordinal": ordinal, "embedding": vector_literal(vectors[text])}
            for one, texts in now.items() if texts == made[one]
            for ordinal, text in enumerate(texts)
        ]  # fmt: skip
        await fetch(connection, "reembed_store", schema, params | {"rows": json.dumps(rows)})
        return sum(1 for row in rows if row["ordinal"] == 0)

    stored: int = yield from run.engine.transaction(work, OUTSIDE, repeatable=True)
    return stored


def _write(engine: Engine, name: str, **params: Any) -> Program[list[dict[str, Any]]]:
    """The rows of one statement in a transaction of its own."""

    async def work(connection: Connection, _oldest: str | None) -> list[dict[str, Any]]:
        return list(await fetch(connection, name, engine.schema, params))

    rows: list[dict[str, Any]] = yield from engine.transaction(work, OUTSIDE, repeatable=True)
    return rows
