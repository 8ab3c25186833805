"""``memory-graph doctor``: what is installed, which server is used, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from memory_graph.cli.options import Json
from memory_graph.cli.output import console, print_json

if TYPE_CHECKING:
    from memory_graph.cli.findings import Diagnosis


def doctor(as_json: Json = False) -> None:
    """Check the installation, the settings and the database; changes nothing in them.

    An embedded server is started for the check only if it has data already. Exit code 1 when there
    is a problem.
    """
    from memory_graph.cli.diagnosis import diagnose

    found = diagnose()
    if as_json:
        print_json({**found.facts, "notes": found.notes, "problems": found.problems,
                    "healthy": not found.problems})  # fmt: skip
    else:
        _print(found)
    if found.problems:
        raise typer.Exit(1)


def _print(found: Diagnosis) -> None:
    from rich.markup import escape
    from rich.table import Table

    screen = console()
    for title, rows in found.facts.items():
        if not rows:
            continue
        table = Table(title=title, title_justify="left", show_header=False)
        table.add_column(style="bold")
        table.add_column(overflow="fold")
        for name, value in rows.items():
            table.add_row(escape(name), escape(_shown(value)))
        screen.print(table)
    for note in found.notes:
        screen.print(f"[cyan]note[/]: {escape(note)}", soft_wrap=True)
    for problem in found.problems:
        screen.print(f"[red]problem[/]: {escape(problem)}", soft_wrap=True)
    if not found.problems:
        screen.print("[green]all is well[/]")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
