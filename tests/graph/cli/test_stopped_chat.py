"""A chat that is stopped or killed goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.cli.talking import ALLERGY, contents, talk

pytestmark = pytest.mark.own_database

QUESTION = "res[p]ond >"


def start_chat(python: Callable[..., list[str]], dsn: str) -> subprocess.Popen[str]:
    script = "from memory_graph.cli import main; sys.argv[0] = 'memory-graph'; main()"
    environment = {**os.environ, "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none"}
    return subprocess.Popen(
        python(script, "chat", "--user", "ann", "--thread", "t1"), env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_review(dsn: str) -> None:
    deadline = time.monotonic() + 60
    with psycopg.connect(dsn, autocommit=True) as connection:
        while time.monotonic() < deadline:
            row = connection.execute("SELECT to_regclass('checkpoint_writes')").fetchone()
            if row and row[0]:
                query = "SELECT count(*) FROM checkpoint_writes WHERE channel = '__interrupt__'"
                found = connection.execute(query).fetchone()
                if found and found[0]:
                    return
            time.sleep(0.05)
    pytest.fail("no review came up")


def wait_for_question(child: subprocess.Popen[str]) -> None:
    """Reads what the chat shows until it waits for an answer."""
    assert child.stdout is not None
    shown = ""
    while not shown.rstrip().endswith(QUESTION):
        letter = child.stdout.read(1)
        assert letter, f"the chat ended before it asked: {shown}"
        shown += letter


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_stopped_chat_goes_on(
    python: Callable[..., list[str]], dsn: str, run: Callable[..., Any],
    store: PostgresMemoryStore, number: signal.Signals, code: int,
) -> None:  # fmt: skip
    with start_chat(python, dsn) as child:
        assert child.stdin is not None
        child.stdin.write(ALLERGY + "\n")
        child.stdin.flush()
        wait_for_review(dsn)
        wait_for_question(child)
        child.send_signal(number)
        _, errors = child.communicate(timeout=60)
    assert child.returncode == code, errors
    assert "Traceback" not in errors
    assert ("still waiting" in errors) is (code == 130)
    talk(run, "a")
    assert contents(store) == ["The user is allergic to peanuts."]
    assert ALLERGY in contents(store, tier="episodic")
