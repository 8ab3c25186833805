"""What the doctor says of large scopes: their rows, their indexes, and what is left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from psycopg import AsyncConnection
from psycopg.rows import DictRow

from memory_graph.cli.findings import Diagnosis
from memory_graph.settings import Settings

if TYPE_CHECKING:
    from memory_graph.stores.maintain_plan import Found, MaintenancePlan, ScopeRows

SINCE_VERSION = 4
"""Of the schema; before it no scope had indexes of its own."""
_SHOWN = 20
_DO = "run `memory-graph maintain`"


async def look_at_large_scopes(
    connection: AsyncConnection[DictRow], settings: Settings, found: Diagnosis
) -> None:
    """Adds the facts and notes about large scopes; reads only."""
    from memory_graph.stores.asking import fetch
    from memory_graph.stores.maintain_plan import plan_maintenance, to_found, to_scope

    least, schema = settings.large_scope_rows, settings.schema
    rows = await fetch(connection, "maintain_scopes", schema, {"least": least})
    scopes = [to_scope(row) for row in rows]
    there = [
        to_found(row) for row in await fetch(connection, "own_indexes", schema, {"name": schema})
    ]
    found.facts["large scopes"] = {
        "from": f"{least:,} memories", "how many": len(scopes), **facts_of(scopes, there),
    }  # fmt: skip
    found.notes += notes_of(plan_maintenance(scopes, there, least), there, least)


def facts_of(scopes: list[ScopeRows], there: list[Found]) -> dict[str, Any]:
    """The largest scopes by name: their memories, and the size of their indexes."""
    from memory_graph.stores.maintain_plan import own_indexes

    sizes = {one.name: one.bytes for one in there if one.is_ready}
    facts: dict[str, Any] = {}
    for one in scopes[:_SHOWN]:
        own = [sizes[index.name] for index in own_indexes(one) if index.name in sizes]
        kept = "no own indexes" if one.own_dimensions is None else (
            f"{len(own)} own indexes, {sum(own) / 2**20:,.1f} MB"
        )  # fmt: skip
        facts[one.scope] = f"{one.row_count:,} memories, {kept}"
    if len(scopes) > _SHOWN:
        facts["…"] = f"{len(scopes) - _SHOWN} more"
    return facts


def notes_of(plan: MaintenancePlan, there: list[Found], least: int) -> list[str]:
    """What is left to do, and by which command."""
    making = sum(one.is_being_made for one in there)
    half = sum(not (one.is_ready or one.is_being_made) for one in there)
    waiting = len({one.scope for one in plan.ready} | {one.scope for one in plan.made})
    unneeded = len(plan.dropped) - half
    cases = (
        (making, f"indexes being made at this moment: {making}"),
        (half, f"indexes half made, as a run was cut off: {half}; recall works without: {_DO}"),
        (unneeded, f"indexes that no scope needs any more: {unneeded}; {_DO}"),
        (waiting, f"scopes of {least:,} memories or more that are read whole: {waiting}; {_DO}"),
    )  # fmt: skip
    return [text for count, text in cases if count]
