"""``memory-graph recall``: what memory has on a question, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from memory_graph.cli.options import Json, Tenant, Tiers, User, aware_time, scope_of, tier_names
from memory_graph.cli.output import console, print_json, say, when

if TYPE_CHECKING:
    from memory_graph.types import Recalled, RecallResult


def recall(
    query: Annotated[str, typer.Argument(help="A question or words, English or Chinese.")],
    user: User,
    tenant: Tenant = None,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Most memories to show.")] = 10,
    tier: Tiers = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Answer as it would have been then; ISO 8601 with zone."),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each was scored.")] = False,
    as_json: Json = False,
) -> None:
    """Find the memories that bear on QUERY, best first."""
    scope = scope_of(user, tenant)
    then = aware_time(as_of, "--as-of")
    from memory_graph.stores.postgres import PostgresMemoryStore
    from memory_graph.text.clean import clean_text

    with PostgresMemoryStore() as store:
        found = store.recall(scope, query, limit=limit, tiers=tier_names(tier), as_of=then)
    if as_json:
        print_json({"query": clean_text(query), **found.model_dump(mode="json")})
        return
    if found.degraded:
        say(f"note: {found.degraded_reason}")
    if explain:
        _explain(found)
    if not found.memories:
        typer.echo("nothing found")
        return
    _table(found, explain=explain)


def _explain(found: RecallResult) -> None:
    clock = found.clock.isoformat() if found.clock else "unknown"
    typer.echo(
        f"arms: {', '.join(found.arms) or 'none'} · terms: {' '.join(found.terms) or 'none'}"
    )
    typer.echo(f"memories considered: {found.considered} · clock: {clock}")
    windows = ", ".join(
        f"{one.words} [{one.since.isoformat()}, {one.until.isoformat()})" for one in found.windows
    )
    typer.echo(f"time: {found.time_parse} {windows}".rstrip())
    typer.echo(
        f"question: {found.question_kind} · whose words: {', '.join(found.speakers) or 'anyone'}"
        f" · entities: {', '.join(found.entities) or 'none'}"
    )
    _packing(found)


def _packing(found: RecallResult) -> None:
    """What the default budget of a prompt would leave out, and why."""
    from memory_graph.context import MemoryContext
    from memory_graph.stores.packing import pack

    budget = MemoryContext().token_budget
    packed = pack(found.memories, budget)
    typer.echo(f"packing: {packed.tokens} of {budget} tokens · left out: {len(packed.left_out)}")
    for one in packed.left_out:
        typer.echo(f"  {one.memory_id}: {one.reason} {one.into}".rstrip())


def _table(found: RecallResult, *, explain: bool) -> None:
    """The memories; and below, where it is asked for, what ranked them, by their number."""
    from rich.markup import escape
    from rich.table import Table

    table = Table("#", "score", "tier/kind", "content", "date", "speaker")
    for number, one in enumerate(found.memories, 1):
        memory = one.memory
        table.add_row(
            str(number), f"{one.scores.final:.3f}", f"{memory.tier}/{memory.kind}",
            escape(memory.content), when(memory), escape(memory.speaker or ""),
        )  # fmt: skip
    console().print(table)
    if explain:
        scores = Table("#", *_ARMS)
        for number, one in enumerate(found.memories, 1):
            scores.add_row(str(number), *_numbers(one))
        console().print(scores)


_ARMS = (
    "vector", "follower", "bm25", "entity", "time", "code", "speaker", "session", "fused", "boost",
)  # fmt: skip


def _numbers(one: Recalled) -> list[str]:
    values = [getattr(one.scores, name) for name in _ARMS]
    return ["–" if value is None else f"{value:.3f}" for value in values]
