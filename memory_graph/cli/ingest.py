"""``memory-graph ingest``: a conversation from a file into memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_graph.cli.options import (
    Json,
    Tenant,
    User,
    aware_time,
    check_thread,
    scope_of,
    zone_of,
)
from memory_graph.cli.output import print_json, say
from memory_graph.cli.progress import advise_maintenance, progress_bar, tell_missing_vectors

if TYPE_CHECKING:
    from memory_graph.ingest import FileCheck, IngestOptions, IngestReport

_SHOWN = 20


def ingest(
    file: Annotated[Path, typer.Argument(help="JSON lines, or one JSON array, of messages.")],
    user: User,
    tenant: Tenant = None,
    thread: Annotated[
        str | None, typer.Option(help="Thread to name as the origin of all turns.")
    ] = None,
    timezone: Annotated[
        str | None, typer.Option(help="Zone of the user, and of times without one.")
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="Time of messages that carry none.")
    ] = None,
    session_gap: Annotated[
        float | None,
        typer.Option(min=0.1, help="Minutes of pause after which a new session begins."),
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out lines that can't be read.")
    ] = False,
    extract: Annotated[
        bool, typer.Option(help="Also store what the user says about themselves.")
    ] = True,
    model: Annotated[
        str | None, typer.Option(help="Who extracts: offline, or provider:model.")
    ] = None,
    batch: Annotated[int, typer.Option(min=1, max=5000, help="Turns in one step.")] = 50,
    as_json: Json = False,
) -> None:
    """Store a conversation: {role, content, timestamp, name?} a line, or LangChain messages.

    The whole file is checked first: with a bad line nothing is written (exit code 2), unless
    --skip-bad. Run the same command again after a stop: it goes on and stores nothing twice. What
    would need a person's review is not stored, but counted.
    """
    scope_of(user, tenant)
    check_thread(thread)
    from memory_graph.context import MemoryContext
    from memory_graph.ingest import IngestOptions, Reading, check_file
    from memory_graph.settings import load_settings

    settings = load_settings()
    zone = zone_of(timezone)
    options = IngestOptions(
        context=MemoryContext(
            user_id=user, tenant=tenant, timezone=timezone or "UTC", oversight="out_of_the_loop"
        ),
        reading=Reading(zone, aware_time(at, "--at", zone, advice=", or give --timezone")),
        thread_id=thread, batch=batch, extract=extract, skip_bad=skip_bad,
        gap_minutes=settings.session_gap_minutes if session_gap is None else session_gap,
        model=settings.model if model is None else model,
    )  # fmt: skip
    found = check_file(file, options.reading)
    _report_bad(found, skip_bad=skip_bad)
    if not found.turns:
        _say_empty(file, found)
    report = _write(file, options, found.turns, quiet=as_json)
    if as_json:
        print_json(_document(file, found, report))
    else:
        _print(report)


def _report_bad(found: FileCheck, *, skip_bad: bool) -> None:
    for number, reason in found.first_bad[:_SHOWN]:
        say(f"line {number}: {reason}")
    if found.bad > _SHOWN:
        say(f"… and {found.bad - _SHOWN} more bad lines")
    if found.bad and not skip_bad:
        from memory_graph.errors import InputError

        lines = found.bad + found.turns + found.skipped.total()
        raise InputError(
            f"{found.bad} of {lines} lines can't be read; "
            "nothing was written: repair them, or leave them out with --skip-bad"
        )


def _say_empty(file: Path, found: FileCheck) -> None:
    what = "holds no turn that could be stored" if found.bad or found.skipped else "is empty"
    say(f"note: {str(file)!r} {what}: nothing was written")


def _write(file: Path, options: IngestOptions, total: int, *, quiet: bool) -> IngestReport:
    from memory_graph.ingest import IngestReport, ingest_file

    report = IngestReport()
    if not total:
        report.skipped.clear()
        return report
    from memory_graph.stores.postgres import PostgresMemoryStore

    try:
        with PostgresMemoryStore() as store, progress_bar("turns", total, quiet=quiet) as reached:
            store.setup()
            ingest_file(
                store, file, options, progress=lambda so_far: reached(so_far.turns), report=report
            )
            advise_maintenance(store, options.context.scope)
    except KeyboardInterrupt:
        say(f"stopped after {report.turns} of {total} turns: run the same command again to go on")
        raise
    return report


def _document(file: Path, found: FileCheck, report: IngestReport) -> dict[str, Any]:
    return {
        "file": str(file), "turns": report.turns, "new_turns": report.new_turns,
        "memories": dict(report.memories), "withheld": dict(report.withheld),
        "without_vector": report.without_vector, "fallbacks": report.fallbacks,
        "seconds": round(report.seconds, 3), "turns_per_second": round(report.turns_per_second, 1),
        "skipped": dict(found.skipped), "bad": found.bad,
        "bad_lines": [{"line": number, "reason": why} for number, why in found.first_bad],
    }  # fmt: skip


def _print(report: IngestReport) -> None:
    there = report.turns - report.new_turns
    known = f" ({there} were there already)" if there else ""
    speed = f"{report.seconds:.1f} s, {report.turns_per_second:.0f} turns/s"
    typer.echo(f"turns: {report.turns}{known} in {speed}")
    typer.echo(f"memories: {_counts(report.memories) or 'none'}")
    if report.withheld:
        typer.echo(f"not stored, needs a person: {_counts(report.withheld)}")
    if report.skipped or report.bad:
        typer.echo(f"left out: {_counts({**report.skipped, 'bad lines': report.bad})}")
    tell_missing_vectors(report.without_vector)
    if report.fallbacks:
        say(f"note: the model failed for {report.fallbacks} batches; the rules extracted instead")


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number)
