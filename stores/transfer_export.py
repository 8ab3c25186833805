"""Exporting a scope page by page: no more than a page is held, and there is no ceiling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

from psycopg import sql

from memory_graph.effects import Program
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.checks import check_flag, check_number
from memory_graph.stores.engine import Engine
from memory_graph.stores.queries import compose
from memory_graph.stores.read import view_parameters
from memory_graph.stores.transfer_records import FORMAT, digest
from memory_graph.stores.write import Connection

PAGE = 500
_NO_ID = "00000000-0000-0000-0000-000000000000"
_BEGINNING = datetime(1, 1, 1, tzinfo=UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Place:
    """How far an export has come."""

    part: Literal["head", "memories", "links", "end"] = "head"
    until: str = ""
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Export:
    """What is exported, in which portions."""

    scope: str
    with_vectors: bool = True
    page: int = PAGE

    def __post_init__(self) -> None:
        check_number("page", self.page, 1)
        check_flag("with_vectors", self.with_vectors)


def export_page(
    engine: Engine, todo: Export, place: Place
) -> Program[tuple[list[dict[str, Any]], Place]]:
    """The next records, and where to go on."""
    yield from engine.ready()
    if place.part == "head":
        (row,) = yield from _rows(engine, todo, "export_head", {})
        clock = row["clock"].isoformat()
        header = {
            "record": "header", "format": FORMAT, "scope": todo.scope, "clock": clock,
            "embedder": engine.embedder_name if todo.with_vectors else None,
            "memories": row["memories"], "links": row["links"],
        }  # fmt: skip
        return [header], Place("memories", clock, (_BEGINNING, _NO_ID))
    read = _memories if place.part == "memories" else _links
    records = yield from read(engine, todo, place)
    return records, _next(todo, place, records)


def _memories(engine: Engine, todo: Export, place: Place) -> Program[list[dict[str, Any]]]:
    params = {"after_time": place.after[0], "after_id": place.after[1], "until": place.until,
              "embedder": engine.embedder_name if todo.with_vectors else None,
              "limit": todo.page}  # fmt: skip
    rows = yield from _rows(engine, todo, "export_memories", params)
    return [{**row["record"], "digest": digest(row["record"])} for row in rows]


def _links(engine: Engine, todo: Export, place: Place) -> Program[list[dict[str, Any]]]:
    names = ("after_source", "after_kind", "after_target")
    params = dict(zip(names, place.after, strict=True))
    rows = yield from _rows(
        engine, todo, "export_links", {**params, "until": place.until, "limit": todo.page}
    )
    return [row["record"] for row in rows]


def _next(todo: Export, place: Place, records: list[dict[str, Any]]) -> Place:
    """Behind the last record; a page that is not full ends its part."""
    if len(records) < todo.page:
        if place.part == "memories":
            return Place("links", place.until, (_NO_ID, "", _NO_ID))
        return Place("end")
    last = records[-1]
    if place.part == "memories":
        return replace(place, after=(last["recorded_at"], last["id"]))
    return replace(place, after=(last["source_id"], last["kind"], last["target_id"]))


def _rows(
    engine: Engine, todo: Export, name: str, params: dict[str, Any]
) -> Program[list[dict[str, Any]]]:
    schema = engine.schema
    parts: dict[str, sql.Composable] = {"view": compose("view", schema)}
    if name == "export_memories":
        parts["columns"] = compose("transfer_columns", schema)
    query = compose(name, schema, **parts)
    every = view_parameters(todo.scope) | params

    async def work(connection: Connection, _oldest: str | None) -> list[dict[str, Any]]:
        cursor = await connection.execute(query, every)
        return list(await cursor.fetchall())

    rows: list[dict[str, Any]] = yield from engine.transaction(work, OUTSIDE, repeatable=True)
    return rows
