"""docs/troubleshooting.md quotes messages that the code really has."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(r"^\| `(.+?)` \| .+ \|$", re.MULTILINE)
MESSAGES = _ROW.findall((ROOT / "docs" / "troubleshooting.md").read_text("utf-8"))
_VALUE = "\0"


@cache
def texts() -> str:
    """All string constants of the package; in f-strings a mark stands for each value."""
    found: list[str] = []
    for directory, _, names in os.walk(ROOT / "memory_graph", followlinks=True):
        for name in names:
            if name.endswith(".py"):
                tree = ast.parse((Path(directory) / name).read_text("utf-8"))
                found.extend(_strings(tree))
    return "\n".join(" ".join(one.split(" ")) for one in found)


def _strings(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            found.append("".join(_part(part) for part in node.values))
    return found


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else _VALUE


def test_there_are_messages() -> None:
    assert len(MESSAGES) > 40
    assert len(set(MESSAGES)) == len(MESSAGES)


@pytest.mark.parametrize("message", MESSAGES)
def test_the_message_is_one_of_ours(message: str) -> None:
    pattern = "[^\n]*".join(re.escape(part.strip()) for part in message.split("…"))
    assert re.search(pattern, texts()), f"no error says {message!r}"
