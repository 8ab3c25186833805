"""``memory-graph import``: an export into the memory of a user."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from memory_graph.cli.asking import check_can_ask, confirm
from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import moment, number_of, print_json, say
from memory_graph.cli.progress import advise_maintenance, progress_bar, tell_missing_vectors

if TYPE_CHECKING:
    from memory_graph.cli.export_check import Contents
    from memory_graph.scope import Scope
    from memory_graph.stores.import_rows import ImportReport


def import_memories(
    file: Annotated[Path, typer.Argument(help="An export; - is stdin.")],
    user: User,
    tenant: Tenant = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only check the file and say what it holds.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Don't ask where the file is of another user.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Add an export to the memory of a user, in this database or another one.

    The whole file is checked first: with a bad line, or when it breaks off, nothing is stored (exit
    code 2). What is known already only gains evidence: run the same command again after a stop, and
    nothing is stored twice. The export of another user is taken too, but asked about.
    """
    scope = scope_of(user, tenant)
    from memory_graph.cli.export_source import opened_source

    with opened_source(file) as stream:
        found = _check(stream)
        if dry_run:
            _print_contents(found, as_json=as_json)
            return
        _ask_about(found, scope, yes=yes, as_json=as_json)
        report = _store(stream, found, scope, quiet=as_json)
    if as_json:
        print_json({**_contents(found), "into": scope.label, **report.model_dump(mode="json")})
    else:
        _print(report, scope)
    tell_missing_vectors(report.without_vector)


def _check(stream: BinaryIO) -> Contents:
    """What the file holds; says which of its lines are bad, and raises InputError then."""
    from memory_graph.cli.export_check import check_lines, check_whole
    from memory_graph.cli.export_source import read_lines

    found = check_lines(read_lines(stream))
    for reason in found.first_bad:
        say(reason)
    if found.bad > len(found.first_bad):
        say(f"… and {found.bad - len(found.first_bad)} more bad lines")
    check_whole(found)
    return found


def _contents(found: Contents) -> dict[str, Any]:
    """What the file says of itself."""
    header = found.header
    return {
        "scope": header.scope if header else None,
        "clock": header.clock.isoformat() if header else None,
        "embedder": header.embedder if header else None,
        "file": {"memories": found.memories, "links": found.links, "changed": found.changed},
    }


def _print_contents(found: Contents, *, as_json: bool) -> None:
    if as_json:
        print_json(_contents(found))
        return
    if header := found.header:
        typer.echo(f"a whole export of {header.scope!r} of {moment(header.clock)}")
        typer.echo(f"memories: {found.memories}, links: {found.links}")
        typer.echo(f"vectors: {header.embedder or 'none'}")
    if found.changed:
        typer.echo(f"changed since the export: {found.changed}")
    say("nothing was imported yet")


def _ask_about(found: Contents, scope: Scope, *, yes: bool, as_json: bool) -> None:
    """Has a person agree where memories go from one user to another."""
    source = found.header.scope if found.header else scope.label
    if yes or source == scope.label:
        return
    from memory_graph.errors import InputError

    words = f"this is the memory of {source!r}, not of {scope.label!r}"
    if as_json:
        raise InputError(f"{words}, and --json can't ask: give --yes with it")
    say(f"{words}: {number_of(found.memories, 'memory', 'memories')}")
    check_can_ask("give --yes to import it all the same")
    confirm(f"Add it to the memory of {scope.label!r}?")


def _store(stream: BinaryIO, found: Contents, scope: Scope, *, quiet: bool) -> ImportReport:
    """Adds the records; says how far it came when it is stopped."""
    from memory_graph.cli.export_source import read_lines, read_value
    from memory_graph.errors import MemoryGraphError
    from memory_graph.stores.postgres import PostgresMemoryStore

    done = 0
    try:
        with (
            PostgresMemoryStore() as store,
            progress_bar("memories", found.memories, quiet=quiet) as reached,
        ):

            def note(so_far: int, _total: int) -> None:
                nonlocal done
                done = so_far
                reached(so_far)

            records = (read_value(raw) for _, raw in read_lines(stream))
            report = store.import_(scope, records, progress=note)
            advise_maintenance(store, scope)
    except (KeyboardInterrupt, MemoryGraphError) as error:
        if done or isinstance(error, KeyboardInterrupt):
            say(
                f"stopped after {done} of {found.memories} memories: run the same command again "
                "to go on; nothing is stored twice"
            )
        raise
    return report


def _print(report: ImportReport, scope: Scope) -> None:
    new = number_of(report.memories, "new memory", "new memories")
    links = number_of(report.links, "new link", "new links")
    typer.echo(f"imported into {scope.label!r}: {new}, {report.merged:,} known already, {links}")
    if report.evidence:
        typer.echo(f"new evidence: {report.evidence:,}")
    if report.closed:
        typer.echo(f"older values that gave way: {report.closed:,}")
