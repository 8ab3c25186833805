"""Run mypy in strict mode and fail unless it checked every Python file that exists.

A type check that silently skips a folder cannot fail; counting the files shows that it can.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What mypy is given; nodes, stores and prompts are seen through the links in memory_graph.
TARGETS = ("memory_graph", "tests", "scripts", "benchmarks", "examples")
# What is counted; a file reached on two ways counts once.
FOLDERS = (*TARGETS, "nodes", "stores", "prompts")
SUCCESS = re.compile(r"Success: no issues found in (\d+) source files?")


def python_files(root: Path, folders: Iterable[str]) -> set[Path]:
    """Return the real paths of all Python files below the folders."""
    found = (path for folder in folders for path in (root / folder).rglob("*.py"))
    return {path.resolve() for path in found}


def checked_count(output: str) -> int | None:
    """Return the number of files that mypy says it checked, None when it found problems."""
    match = SUCCESS.search(output)
    return int(match.group(1)) if match else None


def main() -> int:
    """Return the exit code for the shell."""
    expected = len(python_files(ROOT, FOLDERS))
    targets = [name for name in TARGETS if python_files(ROOT, [name])]
    command = [sys.executable, "-m", "mypy", "--strict", *targets]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr, sep="", end="")
    checked = checked_count(done.stdout)
    if done.returncode or checked is None:
        return done.returncode or 1
    if checked != expected:
        print(
            f"mypy checked {checked} files but {expected} exist below {', '.join(FOLDERS)}: "
            "look for an exclude in pyproject.toml, or for links in memory_graph/ that are gone."
        )
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
