"""``memory-graph reembed``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.embeddings import ResolvedEmbeddings
from tests.store.reembed.made import Model, Open

pytestmark = pytest.mark.own_database


@pytest.fixture
def command(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setattr(
        "memory_graph.stores.engine.resolve_embeddings",
        lambda spec: ResolvedEmbeddings("Model:new", Model("new")) if spec != "none" else None,
    )
    return lambda *arguments: CliRunner().invoke(app, ["reembed", *arguments])


def test_the_command_says_what_it_did(open_store: Open, command: Callable[..., Any]) -> None:
    store = open_store("none")
    store.remember("ann", ["Likes tea.", "Owns a dog."])
    done = command("--batch", "1")
    assert done.exit_code == 0, done.output
    assert "2 memories have new vectors of Model:new" in done.stdout
    assert "2 of 2 memories (100 %)" in done.stderr
    again = json.loads(command("--json").stdout)
    assert (again["memories"], again["before"], again["embedder"]) == (0, "Model:new", "Model:new")


def test_a_command_that_is_stopped_says_how_it_goes_on(
    open_store: Open, command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store("none").remember("ann", ["Likes tea.", "Owns a dog."])

    def stop(_line: object, done: int, _total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("memory_graph.cli.reembed.ProgressLine.__call__", stop)
        stopped = command("--batch", "1")
    assert stopped.exit_code == 130
    assert "the same command goes on" in stopped.stderr
    assert "1 memory has new vectors" in command("--batch", "1").stdout


def test_without_an_embedder_the_command_asks_for_one(
    command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    done = command()
    assert done.exit_code == 2
    assert "MEMORY_GRAPH_EMBEDDINGS" in done.stderr
