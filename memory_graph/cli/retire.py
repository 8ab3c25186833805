"""``memory-graph retire``: close memories, keeping their history."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_graph.cli.asking import confirm
from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import print_json, say


def retire(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="As shown by list.")],
    user: User,
    tenant: Tenant = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    as_json: Json = False,
) -> None:
    """Close memories, so that they are no longer recalled; their history stays."""
    scope = scope_of(user, tenant)
    from memory_graph.errors import InputError
    from memory_graph.stores.checks import ids_of
    from memory_graph.stores.postgres import PostgresMemoryStore

    if as_json and not yes:
        raise InputError("--json can't ask: give --yes with it")
    wanted = ids_of(ids)
    with PostgresMemoryStore() as store:
        memories = [store.get_memory(scope, one) for one in wanted]
        if not yes:
            for memory in memories:
                say(f"  {memory.id}  {memory.content}")
            confirm("Retire these?")
        result = store.retire(scope, wanted, reason="asked")
    if as_json:
        print_json(result.model_dump(mode="json"))
        return
    retired = result.counts.get("retired", 0)
    closed = len(wanted) - retired
    typer.echo(f"retired {retired}" + (f", closed already: {closed}" if closed else ""))
