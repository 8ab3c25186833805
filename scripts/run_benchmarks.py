"""Run every module in benchmarks/ that has a `main`, or the named ones, each in its own process.

Usage: run_benchmarks.py [NAME …]
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def has_main(source: str) -> bool:
    """Tell whether a module defines a function `main` at its top level."""
    return any(
        isinstance(node, ast.FunctionDef) and node.name == "main" for node in ast.parse(source).body
    )


def benchmarks(folder: Path) -> list[str]:
    """Return the names of the modules that can be run, in order."""
    return sorted(p.stem for p in folder.glob("*.py") if has_main(p.read_text("utf-8")))


def main(wanted: list[str]) -> int:
    """Run the benchmarks and return the number of those that failed."""
    available = benchmarks(ROOT / "benchmarks")
    unknown = sorted(set(wanted) - set(available))
    if unknown or not available:
        print(f"No benchmark named {unknown!r}; there are: {', '.join(available) or 'none'}")
        return 1
    failed = 0
    for name in wanted or available:
        print(f"== {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}"]
        failed += subprocess.run(command, cwd=ROOT, check=False).returncode != 0
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
