"""The embedded server: starting, sharing, being killed, refusing."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from memory_graph.errors import ConfigurationError, StoreUnavailableError
from memory_graph.stores import embedded_host as host
from memory_graph.stores.embedded import (
    EmbeddedServer,
    EmbeddedStatus,
    embedded_server,
    embedded_status,
    start_embedded,
)

pytestmark = pytest.mark.own_database

FAST = {"fsync": "off"}
Python = Callable[..., list[str]]
HOLD = """
from pathlib import Path
import psycopg
from memory_graph.stores.embedded import start_embedded

dsn = start_embedded(Path(sys.argv[1]), {"fsync": "off"})
with psycopg.connect(dsn) as connection:
    connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
    connection.execute("INSERT INTO kept VALUES (7)")
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Make a folder that no server knows yet; what runs in it ends with the test."""
    base = Path(tempfile.mkdtemp(prefix="mg-"))
    base.chmod(0o711)
    yield base / "server"
    for data in base.rglob("postmaster.pid"):
        pid = host.live_server(data.parent)
        if pid is not None:
            os.kill(pid, signal.SIGQUIT)
    shutil.rmtree(base, ignore_errors=True)


def hold(python: Python, folder: Path) -> subprocess.Popen[str]:
    """Start a process that holds the server and has stored one row more."""
    process = subprocess.Popen(
        python(HOLD, folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def let_go(process: subprocess.Popen[str]) -> None:
    """End a holding process cleanly."""
    process.communicate("\n", timeout=30)
    assert process.returncode == 0


def rows(dsn: str) -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT count(*) FROM kept").fetchone()
    assert row is not None
    return int(row[0])


def test_it_is_shared_and_the_last_clean_exit_stops_it(folder: Path, python: Python) -> None:
    first, second = hold(python, folder), hold(python, folder)
    status = embedded_status(folder)
    assert status.running
    assert status.version == "18"
    let_go(first)
    assert embedded_status(folder).pid == status.pid
    let_go(second)
    assert embedded_status(folder) == EmbeddedStatus(False, None, "18", folder)


def test_after_kill_9_the_data_is_there_and_the_next_exit_stops_it(
    folder: Path, python: Python
) -> None:
    owner = hold(python, folder)
    owner.kill()
    owner.communicate()
    assert embedded_status(folder).running
    heir = hold(python, folder)
    server = embedded_server(folder)
    assert rows(server.start()) == 2
    server.stop()
    assert embedded_status(folder).running
    let_go(heir)
    assert not embedded_status(folder).running


def test_after_kill_9_of_the_server_it_starts_again_with_the_data(
    folder: Path, python: Python
) -> None:
    let_go(hold(python, folder))
    server = embedded_server(folder, FAST)
    server.start()
    pid = embedded_status(folder).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while host.answers(folder / "pgdata"):
        time.sleep(0.02)
    heir = hold(python, folder)
    assert rows(server.start()) == 2
    let_go(heir)
    server.stop()
    assert not embedded_status(folder).running


def test_a_holder_whose_server_died_can_start_it_again(folder: Path) -> None:
    server = embedded_server(folder, FAST)
    dsn = server.start()
    with psycopg.connect(dsn) as connection:
        connection.execute("CREATE TABLE kept (n int)")
    pid = embedded_status(folder).pid
    assert pid is not None
    os.kill(pid, signal.SIGQUIT)
    while host.answers(folder / "pgdata"):
        time.sleep(0.02)
    assert start_embedded(folder) == dsn
    assert rows(dsn) == 0
    server.stop()
    assert not embedded_status(folder).running


def test_a_stale_pid_file_with_a_reused_number_is_no_running_server(folder: Path) -> None:
    server = EmbeddedServer(folder, FAST)
    server.start()
    lines = (folder / "pgdata" / "postmaster.pid").read_text().splitlines()
    lock = (folder / "pgdata" / f"{host.SOCKET_NAME}.lock").read_text().splitlines()
    server.stop()
    sleeper = subprocess.Popen(["sleep", "60"])
    try:
        for name, content in (("postmaster.pid", lines), (f"{host.SOCKET_NAME}.lock", lock)):
            text = "\n".join([str(sleeper.pid), *content[1:]]) + "\n"
            (folder / "pgdata" / name).write_text(text)
        assert not embedded_status(folder).running
        with psycopg.connect(server.start()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        server.stop()
        assert sleeper.poll() is None
    finally:
        sleeper.kill()
        sleeper.wait()


def test_another_postgres_with_the_recorded_number_is_not_taken_for_ours(
    folder: Path, server_dsn: str
) -> None:
    with psycopg.connect(server_dsn) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None
        (folder / "pgdata").mkdir(parents=True)
        (folder / "pgdata" / "postmaster.pid").write_text(f"{row[0]}\n")
        assert host.recorded_pid(folder / "pgdata") == row[0]
        assert host.live_server(folder / "pgdata") is None


def test_eight_threads_get_one_server(folder: Path) -> None:
    dsns: list[str] = []
    threads = [
        threading.Thread(target=lambda: dsns.append(start_embedded(folder, FAST))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    embedded_server(folder).stop()
    assert len(dsns) == 8
    assert len(set(dsns)) == 1
    assert not embedded_status(folder).running


def test_a_forked_child_neither_stops_the_server_nor_loses_it(folder: Path) -> None:
    server = embedded_server(folder, FAST)
    dsn = server.start()
    child = os.fork()
    if child == 0:
        same = start_embedded(folder) == dsn
        embedded_server(folder).stop()
        server.stop()
        os._exit(0 if same else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert embedded_status(folder).running
    server.stop()
    assert not embedded_status(folder).running


@pytest.mark.parametrize(
    "name", ["with space", "$HOME `id` 'q' \"d\"", "a,b", "记忆", "long" * 40, "per%cent"]
)
def test_odd_folder_names_work(folder: Path, name: str) -> None:
    server = EmbeddedServer(folder / name, FAST)
    try:
        with psycopg.connect(server.start()) as connection:
            assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
    finally:
        server.stop()


def test_only_the_owner_reaches_data_and_socket(folder: Path) -> None:
    server = EmbeddedServer(folder, FAST)
    server.start()
    try:
        assert stat.S_IMODE((folder / "pgdata").stat().st_mode) == 0o700
        socket = folder / "pgdata" / host.SOCKET_NAME
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
    finally:
        server.stop()


def test_parents_become_passable_but_not_listable(folder: Path) -> None:
    home = folder / "home"
    home.mkdir(parents=True)
    home.chmod(0o700)
    stranger = host.Account(uid=os.geteuid() + 1, gid=os.getegid() + 1)
    assert not stranger.may_enter(home)
    host.open_way(stranger, home / "pgdata")
    assert stat.S_IMODE(home.stat().st_mode) == 0o701
    assert stranger.may_enter(home)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


REFUSALS: list[tuple[str, Callable[[Path], None], str]] = [
    ("a file", lambda f: write(f, "x"), "MEMORY_GRAPH_DATA_DIR"),
    ("below a file", lambda f: write(f.parent, "x"), "MEMORY_GRAPH_DATA_DIR"),
    ("old data", lambda f: write(f / "pgdata" / "PG_VERSION", "16\n"), "PostgreSQL 16"),
    ("foreign cluster", lambda f: write(f / "PG_VERSION", "18\n"), "something else"),
    ("foreign files", lambda f: write(f / "pgdata" / "notes.txt", "x"), "something else"),
]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [case[1:] for case in REFUSALS],
    ids=[case[0] for case in REFUSALS],
)
def test_unusable_folders_are_refused_by_name(
    folder: Path, spoil: Callable[[Path], None], words: str
) -> None:
    place = folder / "inner"
    spoil(place)
    with pytest.raises(StoreUnavailableError, match=words) as caught:
        EmbeddedServer(place, FAST).start()
    assert str(place) in str(caught.value)


def test_a_folder_that_can_not_be_written_is_refused() -> None:
    with pytest.raises(StoreUnavailableError, match="/proc/memory") as caught:
        EmbeddedServer(Path("/proc/memory")).start()
    assert "MEMORY_GRAPH_DATA_DIR" in str(caught.value)


def test_a_server_that_does_not_come_up_shows_its_log(folder: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="no_such_setting"):
        EmbeddedServer(folder, {"no_such_setting": "on"}).start()
    server = EmbeddedServer(folder, FAST)
    server.start()
    server.stop()


def test_an_interrupted_first_start_is_begun_again(folder: Path) -> None:
    write(folder / "pgdata.new" / "PG_VERSION", "18\n")
    server = EmbeddedServer(folder, FAST)
    server.start()
    server.stop()
    assert not (folder / "pgdata.new").exists()


@pytest.mark.parametrize("spec", ["missing", "no programs"])
def test_a_missing_package_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    found = None if spec == "missing" else importlib.util.find_spec("json")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: found)
    words = r"langgraph-memory-graph\[embedded\]" if spec == "missing" else "this platform"
    with pytest.raises(ConfigurationError, match=words) as caught:
        EmbeddedServer(folder).start()
    assert "MEMORY_GRAPH_DSN" in str(caught.value)
    assert not folder.exists()


def test_status_of_nothing_starts_nothing(folder: Path) -> None:
    status = embedded_status(folder)
    assert (status.running, status.pid, status.version) == (False, None, None)
    assert not folder.exists()
