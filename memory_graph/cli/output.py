"""What commands print: one JSON document or tables on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import logging
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from memory_graph.types import Memory


def forgive_encodings() -> None:
    """Lets a terminal that can't show a character show a substitute instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def quiet_driver() -> None:
    """Keeps remarks of the driver from stderr: what matters of them ends as an error of ours."""
    logging.getLogger("psycopg").setLevel(logging.ERROR)


def print_json(document: Any) -> None:
    """Prints one JSON document to stdout."""
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2, default=str))


def say(text: str) -> None:
    """Prints a line for people to stderr."""
    typer.echo(text, err=True)


def console(*, stderr: bool = False) -> Console:
    """A console; plain and wide where output is piped, so that nothing is cut."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False)
    return made if made.is_terminal else Console(stderr=stderr, highlight=False, width=160)


def number_of(number: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many}"


def moment(value: datetime | None) -> str:
    """A time as it is shown: to the minute, in the machine's zone."""
    return "" if value is None else value.astimezone().strftime("%Y-%m-%d %H:%M")


def when(memory: Memory) -> str:
    """The time of a memory: when it happens, else since when it holds."""
    return moment(memory.event_from or memory.valid_from)


def status(memory: Memory) -> str:
    """What became of a memory, in one word."""
    if memory.closed_at is not None:
        return "replaced" if memory.superseded_by else "retired"
    if memory.valid_to is not None:
        return "past"
    return "doubtful" if memory.doubtful else "open"
