"""``memory-graph list``: the memories of a user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from memory_graph.cli.options import Json, Tenant, Tiers, User, scope_of, tier_names
from memory_graph.cli.output import console, moment, print_json, say, status, when

if TYPE_CHECKING:
    from rich.console import Console

    from memory_graph.types import Memory


TABLE_WIDTH = 150
"""On a narrower terminal a table leaves no room for the text beside the ids."""
_CONTENT_WIDTH = 24


def list_memories(
    user: User,
    tenant: Tenant = None,
    tier: Tiers = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was replaced or retired.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Most memories to show.")] = 50,
    as_json: Json = False,
) -> None:
    """List the memories of a user, newest first."""
    scope = scope_of(user, tenant)
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        found = store.list_memories(
            scope, tiers=tier_names(tier), with_closed=everything, limit=limit + 1
        )
    show_memories(found[:limit], as_json=as_json)
    if len(found) > limit:
        say(f"the newest {limit}: there are more, see --limit and --tier")


def show_memories(found: Sequence[Memory], *, as_json: bool) -> None:
    """Prints memories as a table, or as a JSON list."""
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    if not found:
        typer.echo("nothing found")
        return
    columns = {
        "id": [one.id for one in found],
        "tier/kind": [f"{one.tier}/{one.kind}" for one in found],
        "content": [one.content for one in found],
        "date": [when(one) for one in found],
        "until": [moment(one.valid_to) for one in found],
        "status": [status(one) for one in found],
        "thread": [one.thread_id or "" for one in found],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    out = console()
    (_print_table if out.width >= TABLE_WIDTH else _print_blocks)(out, shown)


def _print_table(out: Console, columns: Mapping[str, Sequence[str]]) -> None:
    """One row for each memory."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in columns:
        least = _CONTENT_WIDTH if name == "content" else None
        table.add_column(name, overflow="fold", no_wrap=name == "id", min_width=least)
    for row in zip(*columns.values(), strict=True):
        table.add_row(*map(escape, row))
    out.print(table)


def _print_blocks(out: Console, columns: Mapping[str, Sequence[str]]) -> None:
    """For each memory its text, and below it what else is known; for narrow terminals."""
    from rich.markup import escape
    from rich.padding import Padding

    for cells in zip(*columns.values(), strict=True):
        row = dict(zip(columns, cells, strict=True))
        out.print(f"[bold]{escape(row.pop('content'))}[/]")
        identifier, until = row.pop("id"), row.pop("until", "")
        row["date"] += f" – {until}" if until else ""
        rest = " · ".join(escape(cell) for cell in row.values() if cell)
        out.print(Padding(f"[dim]{identifier}\n{rest}[/]", (0, 0, 0, 2)))
