"""Questions at the prompt before something is done."""

from __future__ import annotations

import sys

import typer

from memory_graph.cli.output import say
from memory_graph.errors import InputError

_YES = frozenset({"y", "yes", "是"})
_NO = frozenset({"", "n", "no", "否"})


def confirm(question: str) -> None:
    """Asks on stderr; raises Abort for a no and at the end of the input."""
    while True:
        answer = _answer(f"{question} [y/N]: ")
        if answer in _YES:
            return
        if answer in _NO:
            raise typer.Abort
        say(f"{answer!r} is neither y nor n")


def _answer(prompt: str) -> str:
    try:
        typer.echo(prompt, nl=False, err=True)
        return input().strip().lower()
    except EOFError as error:
        say("")
        raise typer.Abort from error
    except KeyboardInterrupt:
        say("")
        raise


def check_can_ask(otherwise: str) -> None:
    """Raises InputError where no person is at the prompt; says what to do then."""
    if not sys.stdin.isatty():
        raise InputError(f"nobody can be asked without a terminal: {otherwise}")
