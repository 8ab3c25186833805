"""The demo from end to end: beside another one, on a server that is away, and broken off."""

from __future__ import annotations

import io
import os
import signal
import subprocess
from typing import Any

import psycopg
import pytest
from rich.console import Console
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.demo import run as demo_run
from memory_graph.demo.run import environment, run_demo
from memory_graph.demo.script import SCHEMA_PREFIX
from memory_graph.settings import Settings

pytestmark = pytest.mark.own_database


@pytest.fixture
def on_server(dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The test's database as the one of the settings."""
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    return dsn


def schemas(dsn: str) -> list[str]:
    """What demos have left in the database."""
    query = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)"
    with psycopg.connect(dsn) as connection:
        return [name for (name,) in connection.execute(query, (SCHEMA_PREFIX,))]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh", ("需要审核", "被 SIGKILL 杀死", "回答：修改", "16:00", "均已核对")),
        ("en", ("review", "killed with SIGKILL", "answer: edit", "16:00", "all as it must be")),
    ],
)
def test_it_runs_beside_another_and_leaves_nothing(
    on_server: str, language: str, shown: tuple[str, ...]
) -> None:
    other = f"{SCHEMA_PREFIX}of_another"
    with psycopg.connect(on_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {other}")
    found = CliRunner().invoke(app, ["demo", "--lang", language])
    assert found.exit_code == 0, found.output
    for words in shown:
        assert words in found.stdout
    assert schemas(on_server) == [other]


def test_a_server_that_is_away_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", "postgresql://ann:secret@127.0.0.1:1/none")
    found = CliRunner().invoke(app, ["demo"])
    assert (found.exit_code, found.stdout) == (3, "")
    (line,) = found.stderr.splitlines()
    assert line.startswith("error: postgresql://ann@127.0.0.1:1/none")


def test_a_first_process_that_dies_is_not_called_killed(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {"MEMORY_GRAPH_POOL_SIZE": "many"}
    monkeypatch.setattr(demo_run, "environment", lambda settings: os.environ | broken)
    console = Console(file=io.StringIO(), width=160)
    (failures,) = run_demo(("en",), console).values()
    assert failures == ["the first process ended by itself, with exit code 1"]
    assert "SIGKILL" not in _printed(console)
    assert schemas(on_server) == []


def test_broken_off_it_ends_its_process_and_leaves_nothing(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    def interrupt(console: Console, language: str, event: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(demo_run, "show_event", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_demo(("en",), Console(file=io.StringIO()))
    (child,) = started
    assert child.returncode == -signal.SIGKILL
    assert "memory_graph.demo.worker" in str(child.args)
    assert "dbname" not in str(child.args), "whoever lists the processes would see the password"
    assert schemas(on_server) == []


def test_a_worker_gets_the_settings_of_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_POOL_SIZE", "1")
    given = environment(Settings(dsn="host=x", schema="memory_graph_demo_1"))
    assert given["MEMORY_GRAPH_DSN"] == "host=x"
    assert given["MEMORY_GRAPH_SCHEMA"] == "memory_graph_demo_1"
    assert given["MEMORY_GRAPH_POOL_SIZE"] == "1"


def _printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
