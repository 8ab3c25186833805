"""``memory-graph export``: all that is known of a user, as lines that import takes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memory_graph.cli.export_file import STDIO, Lines, check_place, opened_lines, part_of
from memory_graph.cli.options import Json, Tenant, User, scope_of
from memory_graph.cli.output import number_of, print_json, say
from memory_graph.cli.progress import progress_bar

if TYPE_CHECKING:
    from memory_graph.scope import Scope


def export(
    file: Annotated[Path, typer.Argument(help="File to write; - is stdout.")],
    user: User,
    tenant: Tenant = None,
    vectors: Annotated[
        bool, typer.Option(help="Take the vectors along; import makes them anew otherwise.")
    ] = True,
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Replace a file that is there.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write all that is remembered of a user to a file, for import: one JSON object a line.

    Open and closed memories with their times, evidence, entities, relations and links, as readers
    outside any thread see them. The file gets its name when it is whole: an export that is stopped
    leaves nothing behind. Only you can read it.
    """
    scope = scope_of(user, tenant)
    from memory_graph.errors import InputError

    if as_json and file == STDIO:
        raise InputError("--json and - both need stdout: give the export a file")
    check_place(file, force=force)
    try:
        lines = _write(scope, file, with_vectors=vectors, force=force, quiet=as_json)
    except KeyboardInterrupt:
        say("stopped: " + ("what was written is cut off" if file == STDIO else
                           f"{str(file)!r} was not written"))  # fmt: skip
        raise
    if as_json:
        print_json(_document(scope, file, lines))
        return
    (say if file == STDIO else typer.echo)(_summary(scope, file, lines))
    if not lines.counts["memory"]:
        say(f"note: nothing is remembered of {scope.label!r}: the export holds no memory")


def _write(
    scope: Scope, file: Path, *, with_vectors: bool, force: bool, quiet: bool
) -> Lines:  # fmt: skip
    """Writes the records as the store gives them."""
    from memory_graph.stores.postgres import PostgresMemoryStore

    out, part = typer.get_binary_stream("stdout"), part_of(file)
    try:
        with PostgresMemoryStore() as store, opened_lines(file, part, out, force=force) as lines:
            records = store.export(scope, with_vectors=with_vectors)
            header = next(records)
            lines.write(header)
            with progress_bar("memories", header["memories"], quiet=quiet) as reached:
                for record in records:
                    lines.write(record)
                    reached(lines.counts["memory"])
            _check_whole(header, lines)
    finally:
        part.unlink(missing_ok=True)
    return lines


def _check_whole(header: Mapping[str, Any], lines: Lines) -> None:
    """Raises ConflictError where something went while it was read; import would refuse that."""
    from memory_graph.errors import ConflictError

    for record, words in (("memory", "memories"), ("link", "links")):
        if lines.counts[record] < header[words]:
            raise ConflictError(
                f"{header[words]} {words} were to be exported and {lines.counts[record]} were "
                "there: some were erased or rewound meanwhile, so export again"
            )


def _document(scope: Scope, file: Path, lines: Lines) -> dict[str, Any]:
    return {
        "scope": scope.label, "file": str(file), "memories": lines.counts["memory"],
        "links": lines.counts["link"], "bytes": lines.size,
    }  # fmt: skip


def _summary(scope: Scope, file: Path, lines: Lines) -> str:
    where = "" if file == STDIO else f" to {str(file)!r}"
    return (
        f"exported {scope.label!r}{where}: "
        f"{number_of(lines.counts['memory'], 'memory', 'memories')}, "
        f"{number_of(lines.counts['link'], 'link', 'links')}, {lines.size:,} bytes"
    )
