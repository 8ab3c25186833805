"""Programs that are interrupted, or end without closing."""

from __future__ import annotations

import subprocess
import time
from typing import Any

import pytest

from tests.store.database.connections import Python

pytestmark = pytest.mark.own_database


def test_an_interrupt_cancels_the_work(dsn: str, python: Python) -> None:
    script = """
import asyncio, os, signal, threading, time
from memory_graph.stores.database import Database
database = Database(sys.argv[1])
async def sleep(connection):
    try:
        await connection.execute("SELECT pg_sleep(30)")
    except asyncio.CancelledError:
        print("cancelled", flush=True)
        raise
threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    database.run(sleep)
except KeyboardInterrupt:
    print("interrupted", flush=True)
time.sleep(0.3)
"""
    start = time.monotonic()
    done = subprocess.run(
        python(script, dsn), capture_output=True, text=True, timeout=20, check=False
    )
    assert sorted(done.stdout.split()) == ["cancelled", "interrupted"], done.stderr
    assert done.returncode == 0
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("left", ["idle", "busy", "forked"])
def test_a_script_that_forgets_to_close_exits_at_once(dsn: str, python: Python, left: str) -> None:
    script = """
import asyncio, os, threading, time
from memory_graph.stores.database import Database
database = Database(sys.argv[1])
async def one(connection):
    await connection.execute("SELECT 1")
async def long(connection):
    await connection.execute("SELECT pg_sleep(60)")
database.run(one)
if sys.argv[2] == "busy":
    def wait():
        try:
            database.run(long)
        except Exception as error:
            print(type(error).__name__)
    threading.Thread(target=wait, daemon=True).start()
    time.sleep(0.3)
if sys.argv[2] == "forked" and (child := os.fork()):
    os.waitpid(child, 0)
print("end")
"""
    start = time.monotonic()
    done = subprocess.run(
        python(script, dsn, left), capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "end" in done.stdout
    assert time.monotonic() - start < 10


SCRIPT_EMBEDDED = """
from pathlib import Path
from memory_graph.stores.database import Database
from memory_graph.stores.embedded import start_embedded

database = Database(start_embedded(Path(sys.argv[1]), {"fsync": "off"}))
async def one(connection):
    await connection.execute("SELECT 1")
database.run(one)
"""


def test_the_pool_closes_before_the_embedded_server(
    embedded_folder: Any, python: Python, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from memory_graph.stores.embedded import embedded_status

    place = embedded_folder.parent / "script"
    done = subprocess.run(
        python(SCRIPT_EMBEDDED, place), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not embedded_status(place).running
    assert "terminating connection" not in (place / "pgdata" / "log").read_text()
