"""``memory-graph list``: the memories of a user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from memory_graph.cli.options import Json, Tenant, Tiers, User, scope_of, tier_names
from memory_graph.cli.output import console, moment, print_json, status, when

if TYPE_CHECKING:
    from memory_graph.types import Memory


_CONTENT_WIDTH = 12
"""So much is readable beside a whole id, on a terminal of 80 columns too."""


def list_memories(
    user: User,
    tenant: Tenant = None,
    tier: Tiers = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was replaced or retired.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="Most memories to show.")] = 50,
    as_json: Json = False,
) -> None:
    """List the memories of a user, newest first."""
    scope = scope_of(user, tenant)
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        found = store.list_memories(
            scope, tiers=tier_names(tier), with_closed=everything, limit=limit
        )
    show_memories(found, as_json=as_json)


def show_memories(found: Sequence[Memory], *, as_json: bool) -> None:
    """Prints memories as a table, or as a JSON list."""
    if as_json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    if not found:
        typer.echo("nothing found")
        return
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    columns = {
        "id": [one.id for one in found],
        "tier/kind": [f"{one.tier}/{one.kind}" for one in found],
        "content": [escape(one.content) for one in found],
        "date": [when(one) for one in found],
        "until": [moment(one.valid_to) for one in found],
        "status": [status(one) for one in found],
        "thread": [escape(one.thread_id or "") for one in found],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in shown:
        least = _CONTENT_WIDTH if name == "content" else None
        table.add_column(name, overflow="fold", no_wrap=name == "id", min_width=least)
    for row in zip(*shown.values(), strict=True):
        table.add_row(*row)
    console().print(table)
