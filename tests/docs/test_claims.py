"""What the documents say is there is there, and what they say is missing is missing."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import memory_graph
from memory_graph import PostgresMemoryStore

ROOT = Path(__file__).resolve().parents[2]
MISSING = {"README.md": ("Not there yet", "Good to know"), "README.zh.md": ("还没有", "使用前值得")}


def verbs() -> list[str]:
    """The verbs of the store; async twins and programs for nodes left out."""
    homes = [home for home in PostgresMemoryStore.__mro__ if home.__name__.endswith("Verbs")]
    names = [name for home in homes for name in vars(home)]
    return [
        name
        for name in names
        if not name.startswith("_") and not name.endswith("_program") and f"a{name}" in names
    ]


def exists(name: str) -> bool:
    """True for a verb of the store, a node, a module or a public name."""
    places = (f"memory_graph.{name}", f"memory_graph.nodes.{name}")
    return (
        hasattr(PostgresMemoryStore, name)
        or name in memory_graph.__all__
        or f"build_{name}_graph" in memory_graph.__all__
        or any(importlib.util.find_spec(place) for place in places)
    )


@pytest.mark.parametrize("name", MISSING)
def test_what_is_said_to_be_missing_is_missing(name: str) -> None:
    start, end = MISSING[name]
    text = (ROOT / name).read_text("utf-8")
    items = text[text.index(start) : text.index(end)]
    said = set(re.findall(r"`([a-z_]+)`", items)) - {"create_agent"}
    assert len(said) >= 3
    assert {one for one in said if exists(one)} == set()


def test_the_rule_itself() -> None:
    assert exists("recall")
    assert exists("observe")
    assert exists("remember")
    assert not exists("no_such_thing")


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_is_documented(verb: str) -> None:
    text = (ROOT / "docs" / "store.md").read_text("utf-8")
    assert re.search(rf"`{verb}`|store\.{verb}\(", text), f"docs/store.md does not show {verb}"


def test_verbs_are_found() -> None:
    assert {"recall", "remember", "history", "retire", "rewind", "export"} <= set(verbs())


def test_every_factory_is_documented() -> None:
    text = (ROOT / "docs" / "graph.md").read_text("utf-8")
    names = [name for name in memory_graph.__all__ if name.startswith(("make_", "build_"))]
    assert [name for name in names if name not in text] == []


def test_every_error_is_documented() -> None:
    text = (ROOT / "docs" / "store.md").read_text("utf-8")
    errors = [name for name in memory_graph.__all__ if name.endswith("Error")]
    assert [name for name in errors if f"`{name}`" not in text] == []


@pytest.mark.parametrize("page", ["graph.md"])
def test_every_field_of_context_and_state_is_documented(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    names = [*memory_graph.MemoryContext.model_fields, *memory_graph.MemoryState.__annotations__]
    assert [name for name in names if f"`{name}`" not in text] == []
