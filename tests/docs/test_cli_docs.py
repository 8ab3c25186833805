"""Commands in the documents exist with the options shown; docs/cli.md says what --help says."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from memory_graph.cli.app import app
from memory_graph.settings import load_settings

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
_SECTION = re.compile(r"^## memory-graph (\w+)$\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
GROUP: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = GROUP.commands

Blocks = Callable[[Path], list[tuple[str, str, int]]]


def table(parameters: list[Any]) -> str:
    """Arguments and options of a command, as the document must list them."""
    rows = ["| option | default | meaning |", "| --- | --- | --- |"]
    for one in parameters:
        if one.name == "help":
            continue
        words = " ".join((one.help or "").split()).replace("|", "\\|")
        rows.append(f"| {_names(one)} | {_default(one)} | {words} |")
    return "\n".join(rows)


def _names(one: Any) -> str:
    """How it is written."""
    if one.param_type_name == "argument":
        return f"`{one.metavar or one.name.upper()}`"
    value = f" {one.metavar}" if one.metavar else ""
    return ", ".join(f"`{name}{value}`" for name in [*one.opts, *one.secondary_opts])


def _default(one: Any) -> str:
    if one.required:
        return "required"
    if one.default in {None, False}:
        return ""
    return "on" if one.default is True else f"`{getattr(one.default, 'value', one.default)}`"


def sections() -> dict[str, str]:
    return dict(_SECTION.findall((ROOT / "docs" / "cli.md").read_text("utf-8")))


def test_every_command_has_its_section() -> None:
    assert list(sections()) == list(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_section_says_what_help_says(name: str) -> None:
    section, command = sections()[name], COMMANDS[name]
    shown = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    expected = table(command.params)
    assert shown == expected, f"put this into the section of {name}:\n\n{expected}"
    words = " ".join(section.split())
    for paragraph in command.help.split("\n\n"):
        expected = " ".join(paragraph.split())
        assert expected in words, f"the section of {name} must say: {expected}"


def console_lines(blocks: Blocks) -> list[tuple[str, list[str]]]:
    """Every command of every console block, split into words."""
    found = []
    for path in DOCUMENTS:
        for language, text, line in blocks(path):
            if language != "console":
                continue
            for shown in text.replace("\\\n", " ").splitlines():
                assert shown.startswith("$ "), f"{path.name}:{line}: begin with '$ ': {shown!r}"
                found.append((f"{path.name}: {shown}", shlex.split(shown[2:], comments=True)))
    return found


def test_console_commands_exist(blocks: Blocks) -> None:
    lines = console_lines(blocks)
    assert len(lines) > 10
    for where, words in lines:
        assignments = [word for word in words if re.match(r"[A-Z_]+=", word)]
        for one in assignments:
            name, _, value = one.partition("=")
            if name.startswith("MEMORY_GRAPH_") and not name.startswith("MEMORY_GRAPH_TEST_"):
                load_settings({name: value})
        rest = [word for word in words if word not in assignments]
        if rest and rest != ["export"]:  # of the shell, not ours
            CHECKS[rest[0]](where, rest[1:])


def _check_memory_graph(where: str, words: list[str]) -> None:
    """Parse with the real parser; nothing is run."""
    if words[0].startswith("--"):
        assert words[0] in {name for one in GROUP.params for name in one.opts} | {"--help"}, where
        return
    command = COMMANDS[words[0]]
    if words[1:] != ["--help"]:
        with command.make_context(words[0], words[1:], resilient_parsing=False):
            pass


def _check_make(where: str, words: list[str]) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert words == [] or words[0] in targets, where


def _check_pip(where: str, words: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extras in re.findall(r"\[([\w,]+)\]", " ".join(words)):
        assert set(extras.split(",")) <= set(project["optional-dependencies"]), where


def _check_langgraph(where: str, words: list[str]) -> None:
    from langgraph_cli.cli import cli

    with cli.commands[words[0]].make_context(words[0], words[1:]):
        pass


def _check_python(where: str, words: list[str]) -> None:
    assert (ROOT / words[0]).is_file(), where


CHECKS: dict[str, Callable[[str, list[str]], None]] = {
    "memory-graph": _check_memory_graph, "make": _check_make, "pip": _check_pip,
    "langgraph": _check_langgraph, "python": _check_python,
}  # fmt: skip
