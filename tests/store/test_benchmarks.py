"""Every measurement runs and has the figures that others read; how good they are is not judged."""

from __future__ import annotations

import json
import logging
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from benchmarks import common, hidden, loading, recall, scale, turn, write

KINDS = {"small_talk", "small_talk_later", "no_candidates", "candidates"}


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """A measurement silences the package for its process, which here goes on."""
    logger = logging.getLogger("memory_graph")
    level = logger.level
    yield
    logger.setLevel(level)


@pytest.fixture
def small(server_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the measurements use the tests' server, and take few rows."""
    monkeypatch.setenv("MEMORY_GRAPH_TEST_DSN", server_dsn)
    monkeypatch.setattr(hidden, "WARM", 1)
    for module, size in (
        (recall, recall.Size(2, 60, 120, 4, 2)),
        (hidden, hidden.Size(2, 15, 4, rows=60)),
        (turn, turn.Size(1, 1, rows=60)),
        (scale, scale.Size(2, (1, 2), 4, rows=60)),
    ):
        monkeypatch.setattr(module, "QUICK", size)


@pytest.fixture
def run(
    small: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., dict[str, Any]]:
    """Run a measurement as its command does."""

    def main(module: Any, *options: str) -> dict[str, Any]:
        monkeypatch.setattr(sys, "argv", [module.__name__, "--quick", "--json", *options])
        module.main()
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return main


@pytest.mark.slow
def test_recall(run: Callable[..., dict[str, Any]]) -> None:
    found = run(recall)
    both = {"memory_graph_60", "memory_graph_120", "postgres_store_60"}
    for figure in ("p50_ms", "p95_ms", "recall"):
        assert both <= found[figure].keys()
    assert {"retrieve_node", "retrieve_graph"} <= found["p95_ms"].keys()
    assert min(found["recall"][name] for name in both) > 0.9
    assert found["ratio_p50"] > 0
    assert found["embedding_ms"]["stored"] < 1


@pytest.mark.slow
def test_hidden(run: Callable[..., dict[str, Any]]) -> None:
    found = run(hidden)
    assert {"ratio_predicate", "ratio_common", "ratio_forked"} <= found.keys()
    assert found["p50_ms"]["forked"] > 0


@pytest.mark.slow
def test_turn(run: Callable[..., dict[str, Any]]) -> None:
    found = run(turn)
    for figure in ("added_ms", "statements", "checkpoints"):
        assert found[figure].keys() == KINDS
    assert found["store_calls"] == {
        "small_talk": 0, "small_talk_later": 1, "no_candidates": 2, "candidates": 3
    }  # fmt: skip


@pytest.mark.slow
def test_scale(run: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    found = run(scale, "--plot", str(tmp_path / "scale.svg"))
    assert {*found["p50_ms"]} == {*found["p95_ms"]} == {"120", "240"}
    assert found["ratio_p50"] > 0
    picture = ET.fromstring((tmp_path / "scale.svg").read_text("utf-8"))
    assert f"{found['p50_ms']['240']:g} ms" in "".join(picture.itertext())


@pytest.mark.slow
def test_write(run: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = write.measure
    monkeypatch.setattr(write, "measure", lambda rows, singles: whole(20, 3))
    assert {"memory_graph", "postgres_store"} <= run(write)["rows_per_s"].keys()


def test_a_copy_that_differs_is_refused(small: None) -> None:
    with common.server() as server, common.database(server, "copy") as dsn:
        loader = loading.Loader(dsn)
        loader.write(["ann"], 28)
        loader.spread(["ann"])
        with psycopg.connect(dsn) as connection:
            loading._check(connection, "ann", "ann")
            connection.execute("UPDATE memory_graph.memories SET importance = 0.123")
            with pytest.raises(AssertionError, match="'ann'"):
                loading._check(connection, "ann", "ann")
