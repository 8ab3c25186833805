"""docs/settings.md lists every setting as memory_graph/settings.py has it."""

from __future__ import annotations

import ast
import dataclasses
import re
from itertools import pairwise
from pathlib import Path

from memory_graph.settings import PREFIX, Settings, load_settings

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- settings: start -->", "<!-- settings: end -->"


def meanings() -> dict[str, str]:
    """The text below each field, from the source."""
    tree = ast.parse((ROOT / "memory_graph" / "settings.py").read_text("utf-8"))
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )
    found = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            assert isinstance(field.target, ast.Name)
            assert isinstance(text.value, ast.Constant)
            found[field.target.id] = " ".join(str(text.value.value).split()).replace("``", "`")
    return found


def table() -> str:
    """The table as it must stand in the document."""
    rows = ["| variable | type | default | meaning |", "| --- | --- | --- | --- |"]
    texts = meanings()
    for field in dataclasses.fields(Settings):
        kind = str(field.type).replace(" | None", "").replace("Path", "path").replace("str", "text")
        default = "" if field.default is None else f"`{field.default}`".lower()
        rows.append(
            f"| `{PREFIX}{field.name.upper()}` | {kind} | {default} | {texts[field.name]} |"
        )
    return "\n".join(rows)


def test_the_table_is_that_of_the_code() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    shown = text.partition(START)[2].partition(END)[0].strip()
    assert shown == table(), f"put this between the marks of docs/settings.md:\n\n{table()}"


def test_every_setting_says_what_it_means() -> None:
    assert set(meanings()) == {field.name for field in dataclasses.fields(Settings)}


def test_the_defaults_shown_are_those_of_an_empty_environment() -> None:
    assert load_settings({}) == Settings()


def test_what_is_said_to_be_unused_is_unused_and_nothing_else() -> None:
    """A setting that nothing reads would promise what is not kept."""
    package = ROOT / "memory_graph"
    sources = [
        *package.rglob("*.py"),
        *(ROOT / "nodes").glob("*.py"),
        *(ROOT / "stores").glob("*.py"),
    ]
    text = "\n".join(one.read_text("utf-8") for one in sources)
    unused = {
        PREFIX + field.name.upper()
        for field in dataclasses.fields(Settings)
        if not re.search(rf"\.{field.name}\b", text)
    }
    document = (ROOT / "docs" / "settings.md").read_text("utf-8")
    said = re.findall(r"`(MEMORY_GRAPH_\w+)` is not used yet", document)
    assert set(said) == unused
