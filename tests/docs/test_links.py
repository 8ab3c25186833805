"""Relative links of the documents lead somewhere, and their anchors exist."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)\)")
_IMAGE = re.compile(r"<img[^>]+src=\"([^\"]+)\"")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$", re.MULTILINE)
NODES = (
    "observe", "retrieve", "generate", "extract", "plan", "confirm", "consolidate", "compact",
    "erase",
)  # fmt: skip

Prose = Callable[[Path], str]


def anchors(text: str) -> set[str]:
    """The anchors that headings get: lower case, without punctuation, blanks as hyphens."""
    found = set()
    for heading in _HEADING.findall(text):
        kept = re.sub(r"[^\w\- ]", "", heading.casefold())
        found.add(kept.replace(" ", "-"))
    return found


def targets(text: str) -> Iterator[str]:
    """All links and pictures that are not web addresses."""
    for target in (*_LINK.findall(text), *_IMAGE.findall(text)):
        if not re.match(r"[a-z]+:", target):
            yield target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(path: Path, prose: Prose) -> None:
    broken = []
    for target in targets(prose(path)):
        place, _, anchor = target.partition("#")
        there = (path.parent / place).resolve() if place else path
        if not there.exists() or (anchor and anchor not in anchors(prose(there))):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("name", ["README.md", "README.zh.md", "docs/index.md"])
def test_every_page_can_be_reached(name: str, prose: Prose) -> None:
    text = prose(ROOT / name)
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    if name.startswith("docs"):
        assert {page for page in pages if f"({page})" not in text} == set()
    else:
        assert "docs/index.md" in text


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("## What it is, and why", "what-it-is-and-why"), ("# `recall` options", "recall-options"),
     ("### 三种用法：组合", "三种用法组合")],
)  # fmt: skip
def test_anchors(heading: str, anchor: str) -> None:
    assert anchors(heading) == {anchor}


def test_the_picture_shows_every_node_of_the_graph() -> None:
    from memory_graph.graph import build_memory_graph

    svg = ET.parse(ROOT / "docs" / "graph.svg").getroot()
    shown = {element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")}
    assert set(NODES) == set(build_memory_graph().nodes)
    assert set(NODES) <= shown
    assert {"edit", "respond", "stale plan", "small talk"} <= shown
