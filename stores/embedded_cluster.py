"""One PostgreSQL on one data folder: created, started, found running, stopped.

The caller sees to it that only one process at a time does any of this.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from memory_graph.errors import StoreUnavailableError
from memory_graph.stores import embedded_host as host

START_SECONDS = 60
_LOG_LIMIT_BYTES = 10_000_000
_DEFAULTS = {
    "log_checkpoints": "off", "unix_socket_permissions": "0700",
    # Plans made for empty tables are bad ones; so it looks soon at what has been filled.
    "autovacuum_naptime": "5s",
}  # fmt: skip


class Cluster:
    """The server of ``<folder>/pgdata``; its socket and its log lie there too."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.data = folder / "pgdata"
        self.sockets = self.data
        """Where the socket is; elsewhere if the path of the data is too long for one."""
        self._settings = {**_DEFAULTS, **(settings or {})}

    def refuse_foreign_data(self) -> None:
        """Refuse data of another version, and folders that are not ours."""
        version = data_version(self.data)
        if version not in {None, host.MAJOR}:
            raise StoreUnavailableError(
                f"folder {str(self.folder)!r} holds PostgreSQL {version} data, this package brings "
                f"{host.MAJOR}: dump it with the old package and load it into a new folder, "
                "or set MEMORY_GRAPH_DATA_DIR to another one"
            )
        if data_version(self.folder) is not None or (
            version is None and self.data.exists() and any(self.data.iterdir())
        ):
            raise StoreUnavailableError(
                f"folder {str(self.folder)!r} holds data of something else: "
                "set MEMORY_GRAPH_DATA_DIR to an empty or new folder"
            )

    def ensure_running(self) -> None:
        """Bring the server up unless it is; the data is made on first use."""
        programs = host.find_programs()
        account = host.server_account(self.data)
        self.sockets = host.socket_folder(self.data, account)
        if host.answers(self.sockets) or self._wait_for_other():
            return
        host.remove_leftovers(self.data, self.sockets)
        if account is not None:
            host.make_readable(programs)
            host.open_way(account, self.data, programs / "postgres")
        if data_version(self.data) is None:
            self._create(programs, account)
        if account is not None:
            host.give(self.data, account)
        self._launch(programs, account)

    def shut_down(self) -> None:
        """Stop the server, ending what is still connected."""
        if host.live_server(self.data) is None:
            return
        account = host.server_account(self.data)
        self._run(host.find_programs() / "pg_ctl", account, "stop", "-m", "fast")
        if self.sockets != self.data:
            shutil.rmtree(self.sockets, ignore_errors=True)

    def _wait_for_other(self) -> bool:
        """Wait for a server that is starting or ending; whether it came up."""
        deadline = time.monotonic() + START_SECONDS
        while host.live_server(self.data) is not None:
            if host.answers(self.sockets):
                return True
            if time.monotonic() > deadline:
                raise StoreUnavailableError(
                    f"the server on {str(self.data)!r} runs but takes no connections: "
                    f"{self._log_tail()}"
                )
            time.sleep(0.05)
        return False

    def _create(self, programs: Path, account: host.Account | None) -> None:
        """Make the data in a folder of its own and move it into place when it is complete."""
        fresh = self.data.with_name(f"{self.data.name}.new")
        fresh.mkdir(mode=0o700)
        if account is not None:
            os.chown(fresh, account.uid, account.gid)
        sync = ("--no-sync",) if self._settings.get("fsync") == "off" else ()
        # the built-in locale sorts alike on every machine, and after an upgrade of its libraries
        locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
        access = ("--auth=trust", "--username=postgres", "--encoding=UTF8")
        host.run_program(
            programs / "initdb", *access, *locale, *sync, f"--pgdata={fresh.name}",
            folder=self.folder, account=account, seconds=2 * START_SECONDS,
        )  # fmt: skip
        fresh.replace(self.data)

    def _launch(self, programs: Path, account: host.Account | None) -> None:
        """Start the server and wait until it is ready."""
        log = self.data / "log"
        if log.exists() and log.stat().st_size > _LOG_LIMIT_BYTES:
            log.replace(self.data / "log.old")
        # "." keeps the characters of the path away from the shell that pg_ctl uses
        sockets = "." if self.sockets == self.data else shlex.quote(str(self.sockets))
        values = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        options = f"-p 5432 -h '' -k {sockets} {values}"
        output = f"{self.data.name}/log"
        try:
            self._run(programs / "pg_ctl", account, "start", "-l", output, "-o", options)
        except StoreUnavailableError as error:
            raise StoreUnavailableError(
                f"the embedded server on {str(self.data)!r} did not start: {self._log_tail()}"
            ) from error

    def _run(self, program: Path, account: host.Account | None, *arguments: str) -> None:
        """Run ``pg_ctl`` and wait for what it does; paths are relative to the folder."""
        waiting = ("-w", "-t", str(START_SECONDS), "-D", self.data.name)
        host.run_program(
            program, *arguments, *waiting,
            folder=self.folder, account=account, seconds=2 * START_SECONDS,
        )  # fmt: skip

    def _log_tail(self) -> str:
        """The end of the server's log, for a message."""
        try:
            return host.last_lines((self.data / "log").read_text(errors="replace"))
        except FileNotFoundError:
            return "it wrote no log"


def data_version(data: Path) -> str | None:
    """PostgreSQL's major version of a data folder; None if it is none."""
    try:
        return (data / "PG_VERSION").read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
