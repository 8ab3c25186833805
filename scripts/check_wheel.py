"""Build the distribution as a fresh clone would, and try the wheel in a clean environment.

Fails unless the source archive and the wheel hold every file of the package exactly once, and
every module imports, from the wheel and from nowhere else, far away from the repository.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAPPED = ("nodes", "stores", "prompts")
JUNK = (".*", "__pycache__", "build", "dist", "*.egg-info", "notebooks", "tests")
IMPORT_ALL = """
import importlib, json, pkgutil, sys
import memory_graph
names = [m.name for m in pkgutil.walk_packages(memory_graph.__path__, "memory_graph.")]
names = [n for n in names if not n.endswith("__main__")]
files = {n: importlib.import_module(n).__file__ for n in ["memory_graph", *names]}
print(json.dumps(files))
"""


def package_files(root: Path) -> set[str]:
    """Return the files that belong into the package, named as they are in the wheel."""
    files = set()
    for folder in ("memory_graph", *MAPPED):
        prefix = folder if folder == "memory_graph" else f"memory_graph/{folder}"
        for path in walk(root / folder):
            files.add(f"{prefix}/{path.relative_to(root / folder).as_posix()}")
    return files


def walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder but hidden and compiled ones; follow no links."""
    for directory, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (Path(directory) / name for name in names if not name.startswith("."))


def complaints(kind: str, found: Iterable[str], expected: set[str]) -> list[str]:
    """Return one line for each file that is missing, unexpected or there twice."""
    counted = Counter(found)
    wrong = [(name, "missing from") for name in expected - set(counted)]
    wrong += [(name, "unexpected in") for name in set(counted) - expected]
    wrong += [(name, f"{times} times in") for name, times in counted.items() if times > 1]
    return [f"{name}: {problem} the {kind}" for name, problem in sorted(wrong)]


def wheel_names(wheel: Path) -> list[str]:
    """Return the files of a wheel without its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return [n for n in archive.namelist() if ".dist-info/" not in n and not n.endswith("/")]


def sdist_names(sdist: Path) -> list[str]:
    """Return the package files of a source archive, named as they are in the wheel."""
    with tarfile.open(sdist) as archive:
        names = [m.name.split("/", 1)[1] for m in archive.getmembers() if not m.isdir()]
    moved = tuple(f"{folder}/" for folder in MAPPED)
    mapped = [f"memory_graph/{name}" if name.startswith(moved) else name for name in names]
    return [name for name in mapped if name.startswith("memory_graph/")]


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """Run a command without inherited import paths and return what it printed."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{command[0]} … failed in the wheel check:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(temporary: Path) -> tuple[Path, Path]:
    """Return a source archive and the wheel built from it, made from a copy without leftovers."""
    clone, out = temporary / "clone", temporary / "out"
    shutil.copytree(ROOT, clone, symlinks=True, ignore=shutil.ignore_patterns(*JUNK))
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, clone], temporary)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


def clean_environment(temporary: Path, wheel: Path) -> Path:
    """Return the bin folder of an environment with the wheel and the dependencies only.

    The dependencies are borrowed through a .pth line. Python does not read the .pth files of a
    folder added that way, so the editable installation stays invisible.
    """
    clean = temporary / "clean environment"
    run([sys.executable, "-m", "venv", "--without-pip", clean], temporary)
    python = clean / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    run([*pip, "install", "-q", "--no-deps", "--no-index", wheel], temporary)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site_packages = Path(run([python, "-c", where], temporary).strip())
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return python.parent


def foreign_modules(files: dict[str, str | None], home: Path) -> list[str]:
    """Return a line for each module that did not come from below `home`."""
    return [
        f"{name}: imported from {file}, not from the wheel"
        for name, file in files.items()
        if file is None or not Path(file).resolve().is_relative_to(home.resolve())
    ]


def check(temporary: Path) -> list[str]:
    """Return everything that is wrong with the distribution, and print what was looked at."""
    sdist, wheel = build(temporary)
    expected = package_files(ROOT)
    problems = complaints("source archive", sdist_names(sdist), expected)
    problems += complaints("wheel", wheel_names(wheel), expected)
    if problems:
        return problems
    programs = clean_environment(temporary, wheel)
    files = json.loads(run([programs / "python", "-c", IMPORT_ALL], temporary))
    run([programs / "memory-graph", "--help"], temporary)
    print(f"{wheel.name}: {len(expected)} files, {len(files)} modules imported")
    return foreign_modules(files, programs.parent)


def main() -> int:
    """Return the exit code for the shell."""
    with tempfile.TemporaryDirectory() as temporary:
        problems = check(Path(temporary))
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
