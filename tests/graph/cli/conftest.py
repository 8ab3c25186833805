"""Fixtures of the tests of the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore


@pytest.fixture
def run(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command on the test's own database."""
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANG", "C.UTF-8")
    return lambda *arguments, **more: CliRunner().invoke(app, list(arguments), **more)


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(settings=Settings(dsn=dsn, embeddings="none")) as opened:
        yield opened
