"""``python -m memory_graph`` for those who have no ``memory-graph`` on their path."""

from __future__ import annotations

import subprocess
import sys


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "memory_graph", "--version"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("memory-graph ")
