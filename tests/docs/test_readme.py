"""The first screen of the README shows what it promises, and both languages say the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGLISH, CHINESE = ROOT / "README.md", ROOT / "README.zh.md"
_HAN = re.compile(r"[\u3400-\u9fff]")

Blocks = Callable[[Path], list[tuple[str, str, int]]]
both = pytest.mark.parametrize("path", [ENGLISH, CHINESE], ids=lambda path: path.name)


@both
def test_the_first_screen_has_commands_example_and_picture(path: Path, blocks: Blocks) -> None:
    first_screen = path.read_text("utf-8").partition("\n## ")[0]
    assert "docs/graph.svg" in first_screen
    console, example, output = blocks(path)[:3]
    assert [line.split("#")[0].strip() for line in console[1].splitlines()] == [
        "$ make demo", "$ make test",
    ]  # fmt: skip
    assert (example[0], output[0]) == ("python", "text")
    assert len(example[1].strip().splitlines()) <= 15
    assert example[2] < 30
    assert example[1] in first_screen


@both
def test_the_example_can_be_run_again(
    path: Path, blocks: Blocks, own_dsn: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Everybody does; what is known by then is not asked, and answered as before."""
    monkeypatch.setenv("MEMORY_GRAPH_DSN", own_dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    examples = [text for language, text, _ in blocks(path) if language == "python"]
    printed = []
    for _ in range(2):
        namespace: dict[str, Any] = {}
        for example in examples:
            exec(compile(example, str(path), "exec", dont_inherit=True), namespace)
        namespace["store"].close()
        printed.append(capsys.readouterr().out.splitlines())
    first, second = printed
    assert second == first[-2:]


def outline(path: Path) -> list[str]:
    """The shape of a document: headings, paragraphs, list items, table rows and fences."""
    lines = text_lines(path)
    shape = [_kind(line, before) for before, line in pairwise(["", *lines])]
    return [kind for kind in shape if kind]


def _kind(line: str, before: str) -> str:
    """What a line begins; empty for one that goes on with a paragraph or says nothing."""
    begins = re.match(r"(#+) |(\| )|(- )|(```)", line)
    if begins:
        return begins[0]
    return "paragraph" if line and not before else ""


def text_lines(path: Path) -> list[str]:
    """The lines outside of fenced blocks, and the fences themselves; no continuation lines."""
    found, fenced = [], False
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced
            found.append(line)
        elif not fenced and not line.startswith("  "):
            found.append(line)
    return found


def test_both_languages_have_the_same_outline() -> None:
    assert outline(ENGLISH) == outline(CHINESE)


def test_both_languages_have_the_same_links_and_names() -> None:
    texts = [path.read_text("utf-8") for path in (ENGLISH, CHINESE)]
    for pattern in (r"\]\(([^)]+)\)", r"`([a-z_]+)`", r"MEMORY_GRAPH_[A-Z_]+"):
        english, chinese = (set(re.findall(pattern, text)) for text in texts)
        assert english ^ chinese <= {"README.md", "README.zh.md"}


def test_both_languages_run_the_same_code(blocks: Blocks) -> None:
    """Apart from what is said, and from whom it is about."""

    def plain(path: Path) -> list[str]:
        found = []
        for language, text, _ in blocks(path):
            if language == "python":
                code = re.sub(r'"[^"\n]*"', '""', re.sub(r"#.*", "", text))
                found.append(re.sub(r"\b(ann|wang)\b", "user", code))
        return found

    assert plain(ENGLISH) == plain(CHINESE)


def test_the_chinese_readme_is_chinese() -> None:
    for line in text_lines(CHINESE):
        words = re.sub(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]+>", "", line)
        if len(words) > 40:
            assert len(_HAN.findall(words)) > 8, line
