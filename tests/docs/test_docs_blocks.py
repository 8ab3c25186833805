"""Every block of every document is true: Python runs, JSON parses, commands and names exist."""

from __future__ import annotations

import dataclasses
import importlib
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_graph.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parents[2]
FORMULAS = {"visibility.md"}  # definitions, proven by tests of their own
DOCUMENTS = sorted(
    path
    for path in [*ROOT.glob("README*.md"), *(ROOT / "docs").glob("*.md")]
    if path.name not in FORMULAS
)
KNOWN_LANGUAGES = {"python", "text", "console", "json", "toml", "sql"}
_DOTTED = re.compile(r"`(memory_graph(?:\.\w+)+)[`(:]")
_VARIABLE = re.compile(r"MEMORY_GRAPH_[A-Z_]*[A-Z]")

_OF_THE_TESTS = {
    f"MEMORY_GRAPH_TEST_{name}" for name in ("DSN", "KILLS", "REQUIRE", "SEED", "STEPS")
}
"""Variables that only the tests read; the settings leave all that begin so alone."""

Blocks = Callable[[Path], list[tuple[str, str, int]]]
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def test_the_documents_are_found() -> None:
    names = {path.name for path in DOCUMENTS}
    assert names >= {"README.md", "README.zh.md", "index.md", "quickstart.md", "graph.md"}
    assert names >= {"store.md", "cli.md", "settings.md", "server.md", "models.md"}


@every_document
def test_python_blocks_run_and_print_what_is_shown(
    path: Path, blocks: Blocks, run_python: Callable[..., int]
) -> None:
    given = blocks(path)
    assert run_python(path, given) == sum(language == "python" for language, _, _ in given)


@every_document
def test_blocks_have_a_language_that_is_checked(path: Path, blocks: Blocks) -> None:
    unknown = [(line, language) for language, _, line in blocks(path)
               if language not in KNOWN_LANGUAGES]  # fmt: skip
    assert unknown == []


@every_document
def test_text_blocks_are_outputs(path: Path, blocks: Blocks) -> None:
    """A text block that follows no code would be compared with nothing."""
    given = blocks(path)
    alone = [
        line
        for index, (language, _, line) in enumerate(given)
        if language == "text" and (index == 0 or given[index - 1][0] != "python")
    ]
    assert alone == []


@every_document
def test_data_blocks_parse(path: Path, blocks: Blocks) -> None:
    for language, text, _ in blocks(path):
        if language == "json":
            json.loads(text)
        elif language == "toml":
            tomllib.loads(text)


@every_document
def test_dotted_names_exist(path: Path) -> None:
    for name in set(_DOTTED.findall(path.read_text("utf-8"))):
        assert _exists(name), f"{path.name} names {name}"


def _exists(name: str) -> bool:
    """True for a module, or for an attribute of one."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        home, _, attribute = name.rpartition(".")
        return hasattr(importlib.import_module(home), attribute)
    return True


@every_document
def test_variables_exist(path: Path) -> None:
    known = {PREFIX + field.name.upper() for field in dataclasses.fields(Settings)}
    named = set(_VARIABLE.findall(path.read_text("utf-8")))
    assert named - known - _OF_THE_TESTS == set()


@every_document
def test_no_place_of_this_machine_is_named(path: Path) -> None:
    text = path.read_text("utf-8")
    assert re.findall(r"/(?:home|root|work|tmp|Users)/", text) == []
