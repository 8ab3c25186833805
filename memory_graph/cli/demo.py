"""``memory-graph demo``: the meeting assistant over two processes and a crash."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from memory_graph.cli.output import console, say
from memory_graph.types import Language

_ORDER: tuple[Language, ...] = ("zh", "en")
_WORDS: dict[Language, str] = {
    "zh": "以上的回答、审核、记忆和历史均已核对，全部正确。自己试试：{command} chat --user 王五",
    "en": "Every answer, review, memory and history above was checked: all as it must be. "
    "Now try it yourself: {command} chat --user ann",
}


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
    for language in languages:
        typer.echo(_WORDS[language].format(command=_command()))


def _command() -> str:
    """How this command is called from here: by its name, or by its path where no PATH has it."""
    if shutil.which("memory-graph"):
        return "memory-graph"
    beside, here = Path(sys.executable).with_name("memory-graph"), Path.cwd()
    return str(beside.relative_to(here) if beside.is_relative_to(here) else beside)
