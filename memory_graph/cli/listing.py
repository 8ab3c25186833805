"""``memory-graph list``: the memories of a user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from memory_graph.cli.options import Json, Tenant, Tiers, User, scope_of, tier_names
from memory_graph.cli.output import console, moment, print_json, status, when

if TYPE_CHECKING:
    from memory_graph.types import Memory


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
    from rich.markup import escape
    from rich.table import Table

    table = Table()
    for name in ("id", "tier/kind", "content", "date", "until", "status", "thread"):
        table.add_column(name, overflow="fold", no_wrap=name == "id")
    for one in found:
        table.add_row(
            one.id, f"{one.tier}/{one.kind}", escape(one.content), when(one), moment(one.valid_to),
            status(one), escape(one.thread_id or ""),
        )  # fmt: skip
    console().print(table)
