"""``memory-graph stats``: how much is remembered of a user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import console, moment, print_json

if TYPE_CHECKING:
    from memory_graph.stores.read import Stats


def stats(user: User, tenant: Tenant = None, as_json: Json = False) -> None:
    """Count the memories of a user by tier and kind, and their entities, writes and threads.

    Open is what holds now; closed is what was replaced, retired or has expired.
    """
    scope = scope_of(user, tenant)
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        found = store.stats(scope)
    if as_json:
        print_json({"scope": scope.label, **found.model_dump(mode="json")})
    elif found.memories or found.writes:
        _print(found)
    else:
        typer.echo("nothing found")


def _print(found: Stats) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_footer=len(found.memories) > 1)
    table.add_column("tier", "all")
    table.add_column("kind")
    for name in ("open", "closed"):
        total = sum(getattr(one, name) for one in found.memories)
        table.add_column(name, f"{total:,}", justify="right")
    for one in found.memories:
        table.add_row(one.tier, one.kind, f"{one.open:,}", f"{one.closed:,}")
    if found.memories:
        console().print(table)
    else:
        typer.echo("no memories")
    for line in summary(found):
        typer.echo(line)


def summary(found: Stats) -> list[str]:
    """What there is beside the memories, a line each. Pure."""
    branched = f", {found.forked:,} of them with branches or rewinds" if found.forked else ""
    return [
        f"entities: {found.entities:,}",
        f"writes: {found.writes:,}, newest of {moment(found.clock)}",
        f"threads: {found.trees:,}{branched}",
    ]
