"""``memory-graph ingest``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.ingest.talk import TALK, everything, lines, snapshot, written

pytestmark = pytest.mark.own_database


@pytest.fixture
def run(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *arguments, **more: CliRunner().invoke(app, list(arguments), **more)


def test_the_report(run: Callable[..., Any], tmp_path: Path) -> None:
    values = [*lines(TALK), {"role": "system", "content": "x", "timestamp": 1782907200}]
    path = str(written(tmp_path, values))
    found = run("ingest", path, "--user", "王 五", "--json")
    assert found.exit_code == 0, found.output
    assert found.stderr == ""
    report = json.loads(found.stdout)
    assert (report["turns"], report["new_turns"]) == (10, 10)
    assert report["withheld"] == {"sensitive_health": 1}
    assert report["skipped"] == {"system": 1}
    assert report["turns_per_second"] > 0
    again = run("ingest", path, "--user", "王 五")
    assert "turns: 10 (10 were there already)" in again.stdout
    assert "left out: 1 system" in again.stdout


def test_bad_lines_stop_the_run_before_it_writes(
    run: Callable[..., Any], store: PostgresMemoryStore, tmp_path: Path
) -> None:
    values = lines(TALK)
    values[4] = {"role": "user"}
    path = written(tmp_path, values)
    path.write_text(path.read_text("utf-8") + "\nnot json\n", "utf-8")
    found = run("ingest", str(path), "--user", "ann")
    assert found.exit_code == 2
    assert "line 5: no content" in found.stderr
    assert "line 11: not JSON" in found.stderr
    assert "2 of 11 lines" in found.stderr
    assert everything(store) == []
    skipping = run("ingest", str(path), "--user", "ann", "--skip-bad", "--json")
    assert skipping.exit_code == 0
    assert "line 5: no content" in skipping.stderr
    report = json.loads(skipping.stdout)
    assert (report["turns"], report["bad"]) == (9, 2)
    assert report["bad_lines"][0] == {"line": 5, "reason": "no content"}


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "is empty"), ("[]", "is empty"), ('{"role": "system", "content": "x"}', "no turn")],
)
def test_nothing_to_store(
    run: Callable[..., Any], tmp_path: Path, content: str, words: str
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(content)
    found = run("ingest", str(path), "--user", "ann", "--json")
    assert found.exit_code == 0
    assert words in found.stderr
    assert json.loads(found.stdout)["turns"] == 0


def test_naive_times_need_a_zone(
    run: Callable[..., Any], store: PostgresMemoryStore, tmp_path: Path
) -> None:
    values = [{"role": "user", "content": "你好", "timestamp": "2026-07-01 09:00"}]
    path = str(written(tmp_path, values))
    assert run("ingest", path, "--user", "ann").exit_code == 2
    assert run("ingest", path, "--user", "ann", "--timezone", "Asia/Shanghai").exit_code == 0
    (turn,) = everything(store)
    assert turn.valid_from == datetime(2026, 7, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("text", ["word " * 40_000, "好的，明白了。" * 10_000])
def test_an_enormous_message(run: Callable[..., Any], tmp_path: Path, text: str) -> None:
    values = lines([("user", text), ("assistant", "I see.")])
    found = run("ingest", str(written(tmp_path, values)), "--user", "ann", "--json")
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["new_turns"] == 2


def start(python: Callable[..., list[str]], dsn: str, path: Path) -> subprocess.Popen[str]:
    script = "from memory_graph.cli import main; sys.argv[0] = 'memory-graph'; main()"
    command = python(script, "ingest", path, "--user", "ann", "--batch", "5")
    environment = {**os.environ, "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def wait_for_rows(dsn: str, child: subprocess.Popen[str], rows: int) -> None:
    deadline = time.monotonic() + 60
    with psycopg.connect(dsn, autocommit=True) as connection:
        while time.monotonic() < deadline and child.poll() is None:
            row = connection.execute("SELECT count(*) FROM memory_graph.memories").fetchone()
            if row and row[0] >= rows:
                return
            time.sleep(0.005)
    pytest.fail(f"no {rows} rows in time, or ended before: {child.returncode}")


@pytest.mark.parametrize(
    ("signals", "code"),
    [([signal.SIGKILL] * 2, -9), ([signal.SIGINT], 130)],
    ids=["kill", "ctrl-c"],
)
def test_a_stopped_run_goes_on(
    python: Callable[..., list[str]], dsn: str, run: Callable[..., Any],
    store: PostgresMemoryStore, tmp_path: Path, signals: list[signal.Signals], code: int,
) -> None:  # fmt: skip
    path = written(tmp_path, lines(TALK * 15))
    for count, number in enumerate(signals, 1):
        with start(python, dsn, path) as child:
            wait_for_rows(dsn, child, 30 * count)
            child.send_signal(number)
            _, errors = child.communicate(timeout=60)
        assert child.returncode == code, errors
        assert ("run the same command again" in errors) is (code == 130)
        assert "Traceback" not in errors
    assert len(everything(store)) < 150
    assert run("ingest", str(path), "--user", "ann", "--batch", "5").exit_code == 0
    assert run("ingest", str(path), "--user", "whole", "--batch", "5").exit_code == 0
    assert snapshot(store) == snapshot(store, "whole")
    assert len([one for one in everything(store) if one.kind == "turn"]) == 150
