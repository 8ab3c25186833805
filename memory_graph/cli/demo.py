"""``memory-graph demo``: the meeting assistant over two processes and a crash."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from memory_graph.cli.output import console, say
from memory_graph.types import Language

_ORDER: tuple[Language, ...] = ("zh", "en")


class DemoLanguage(StrEnum):
    """The languages of the demo."""

    ZH = "zh"
    EN = "en"


def demo(
    lang: Annotated[
        DemoLanguage | None, typer.Option(help="One language; both by default, Chinese first.")
    ] = None,
) -> None:
    """Show the memory at work: a review, a crash, another day, a change of mind.

    Needs no key and no database of yours. Exit code 1 when anything is not as it must be.
    """
    from memory_graph.demo.run import run_demo

    languages = tuple(one for one in _ORDER if lang is None or one == lang.value)
    failures = run_demo(languages, console())
    for language, failed in failures.items():
        for line in failed:
            say(f"failed [{language}]: {line}")
    if any(failures.values()):
        raise typer.Exit(1)
