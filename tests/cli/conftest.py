"""Commands on a real database, in this process and in one of their own."""

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import Callable, Iterator

import pytest
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.cli.given import Run, Start, fill

START = "from memory_graph.cli import main; sys.argv[0] = 'memory-graph'; main()"


@pytest.fixture
def environment(dsn: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Set and return the settings of a command."""
    given = {"MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none", "COLUMNS": "200"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return given


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Run a command in this process, where nobody is at the terminal."""
    return lambda *arguments, **more: CliRunner().invoke(app, [*map(str, arguments)], **more)


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put somebody at the terminal: what is given as input is typed."""
    for command in ("erase", "importing"):
        monkeypatch.setattr(f"memory_graph.cli.{command}.check_can_ask", lambda otherwise: None)


@pytest.fixture
def start(environment: dict[str, str], python: Callable[..., list[str]]) -> Iterator[Start]:
    """Start a command in a process of its own, which ends with the test."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin(
        *arguments: object, before: str = "", env: dict[str, str] | None = None,
        stdin: int = subprocess.DEVNULL, stdout: int = subprocess.PIPE,
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        process = subprocess.Popen(
            python(before + START, *arguments), env={**os.environ, **environment, **(env or {})},
            stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
        )  # fmt: skip
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.wait()
        for stream in filter(None, (process.stdout, process.stderr)):
            stream.close()


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal: the end where keys are typed, and the end a program reads."""
    keys, reading = pty.openpty()
    yield keys, reading
    os.close(keys)
    os.close(reading)


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(settings=Settings(dsn=dsn, embeddings="none")) as opened:
        yield opened


@pytest.fixture
def elsewhere(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store in another schema, named by MEMORY_GRAPH_SCHEMA=elsewhere."""
    settings = Settings(dsn=dsn, embeddings="none", schema="elsewhere")
    with PostgresMemoryStore(settings=settings) as opened:
        yield opened


@pytest.fixture
def turin(store: PostgresMemoryStore) -> str:
    """Fill two users; the id of a memory that replaced another one."""
    fill(store, "ann")
    fill(store, "bo")
    return next(one.id for one in store.list_memories("ann") if one.value == "Turin")
