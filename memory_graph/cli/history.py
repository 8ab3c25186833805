"""``memory-graph history``: every version of a memory."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_graph.cli.listing import show_memories
from memory_graph.cli.options import Json, Tenant, User, scope_of


def history(
    memory_id: Annotated[str, typer.Argument(metavar="ID", help="As shown by list.")],
    user: User,
    tenant: Tenant = None,
    as_json: Json = False,
) -> None:
    """Show what a memory replaced and what replaced it, oldest first."""
    scope = scope_of(user, tenant)
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        found = store.history(scope, memory_id)
    show_memories(found, as_json=as_json)
