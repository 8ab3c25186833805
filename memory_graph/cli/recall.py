"""``memory-graph recall``: what memory has on a question, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_graph.cli.options import Json, Tenant, Tiers, User, aware_time, scope_of, tier_names
from memory_graph.cli.output import console, print_json, say, when

if TYPE_CHECKING:
    from memory_graph.types import RecallResult


def recall(
    query: Annotated[str, typer.Argument(help="A question or words, English or Chinese.")],
    user: User,
    tenant: Tenant = None,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Most memories to show.")] = 10,
    tier: Tiers = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only this kind, such as fact or turn; may be given again."),
    ] = None,
    entity: Annotated[
        list[str] | None,
        typer.Option(help="Only what mentions this name; given again, one of the names."),
    ] = None,
    tag: Annotated[
        list[str] | None, typer.Option(help="Only what has this tag; given again, all of them.")
    ] = None,
    thread: Annotated[str | None, typer.Option(help="Only what comes from this thread.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only from then on; ISO 8601 with zone.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only before then; ISO 8601 with zone.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Only what is at least so certain, from 0 to 1.")
    ] = 0.0,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Answer as it would have been then; ISO 8601 with zone."),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each was scored.")] = False,
    as_json: Json = False,
) -> None:
    """Find the memories that bear on QUERY, best first."""
    scope = scope_of(user, tenant)
    from memory_graph.errors import InputError
    from memory_graph.text.clean import clean_text

    if not clean_text(query).strip():
        raise InputError("QUERY is blank: give a question or words; `list` shows all there is")
    filters: dict[str, Any] = {
        "tiers": tier_names(tier), "kinds": kind or (), "entities": entity or (), "tags": tag or (),
        "thread_id": thread, "min_confidence": min_confidence,
        "since": aware_time(since, "--since"), "until": aware_time(until, "--until"),
        "as_of": aware_time(as_of, "--as-of"),
    }  # fmt: skip
    from memory_graph.stores.postgres import PostgresMemoryStore

    with PostgresMemoryStore() as store:
        found = store.recall(scope, query, limit=limit, explain=explain, **filters)
    if as_json:
        print_json({"query": clean_text(query), **found.model_dump(mode="json")})
        return
    if found.degraded:
        say(f"note: {found.degraded_reason}")
    if found.memories:
        _table(found)
    if explain:
        typer.echo(found.explanation)
    elif not found.memories:
        typer.echo("nothing found")


def _table(found: RecallResult) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table()
    for name in ("#", "score", "tier/kind", "content", "date", "speaker"):
        table.add_column(name, overflow="fold", ratio=1 if name == "content" else None)
    for number, one in enumerate(found.memories, 1):
        memory = one.memory
        table.add_row(
            str(number), f"{one.scores.final:.3f}", f"{memory.tier}/{memory.kind}",
            escape(memory.content), when(memory), escape(memory.speaker or ""),
        )  # fmt: skip
    console().print(table)
