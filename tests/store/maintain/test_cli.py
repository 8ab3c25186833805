"""``memory-graph maintain``, and what the doctor says of large scopes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.cli.large_scopes import facts_of, notes_of
from memory_graph.cli.maintain import summary
from memory_graph.stores.maintain import MaintainReport
from memory_graph.stores.maintain_plan import MaintenancePlan, ScopeRows
from tests.store.maintain.waiting import LEAST, Background, Open, Query, fill, maker, old_snapshot

pytestmark = pytest.mark.own_database

Run = Callable[..., Any]


@pytest.fixture
def environment(dsn: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Set and return the settings of a command."""
    given = {
        "MEMORY_GRAPH_DSN": dsn, "MEMORY_GRAPH_EMBEDDINGS": "none", "COLUMNS": "200",
        "MEMORY_GRAPH_LARGE_SCOPE_ROWS": str(LEAST),
    }  # fmt: skip
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return given


@pytest.fixture
def cli(environment: dict[str, str]) -> Run:
    return lambda *arguments: CliRunner().invoke(app, list(arguments))


def test_it_says_what_it_does(cli: Run, open_store: Open, query: Query) -> None:
    empty = cli("maintain")
    assert (empty.exit_code, empty.stderr) == (0, "")
    assert empty.stdout == f"no scope has {LEAST} memories yet\n"
    store = open_store("none")
    ids = fill(store, "王 五")
    made = cli("maintain")
    assert made.stdout == (
        "large scopes with indexes of their own: 1; 2 indexes made, 0 dropped, 1 scope counted\n"
    )
    lines = made.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"{n} of 4" for n in range(1, 5)]
    assert "make memories_own_words_" in lines[0]
    again = cli("maintain", "--json")
    assert json.loads(again.stdout) == MaintainReport(large_scopes=1).model_dump()
    store.erase("王 五", ids[: LEAST // 2 + 1])
    assert "memories any more: 0 indexes made, 2 dropped" in cli("maintain").stdout


def test_a_run_beside_another_is_told(cli: Run, open_store: Open, query: Query, dsn: str) -> None:
    store = open_store("none")
    fill(store)
    with old_snapshot(dsn):
        making = Background(store.maintain)
        maker(query)
        assert cli("maintain").stdout.startswith("left to another run, which is at work now: 1 ")
        notes = json.loads(cli("doctor", "--json").stdout)["notes"]
        assert "indexes being made at this moment: 1" in notes
    making.wait()


def test_an_interrupt_loses_nothing(
    environment: dict[str, str], python: Run, open_store: Open, query: Query, dsn: str, cli: Run
) -> None:
    fill(open_store("none"))
    script = "import sys; from memory_graph.cli import main; sys.argv = ['x', 'maintain']; main()"
    with old_snapshot(dsn):
        process = subprocess.Popen(
            python(script), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment}, cwd=Path(__file__).parents[3],
        )  # fmt: skip
        maker(query)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1].startswith("stopped; nothing is lost")
    assert "Traceback" not in err
    half = json.loads(cli("doctor", "--json").stdout)
    assert half["healthy"]
    assert any("half made, as a run was cut off: 1; recall works" in one for one in half["notes"])
    assert cli("maintain").exit_code == 0
    whole = json.loads(cli("doctor", "--json").stdout)
    assert not [one for one in whole["notes"] if "maintain" in one]


def test_the_doctor_shows_large_scopes(cli: Run, open_store: Open, query: Query) -> None:
    store = open_store("none")
    fill(store, "a.b@x.io")
    found = json.loads(cli("doctor", "--json").stdout)
    assert found["large scopes"] == {
        "from": f"{LEAST} memories", "how many": 1, "a%2Eb@x%2Eio": "30 memories, no own indexes"
    }  # fmt: skip
    assert [one for one in found["notes"] if "maintain" in one] == [
        "scopes of 30 memories or more that are read whole: 1; run `memory-graph maintain`"
    ]
    store.maintain()
    plain = cli("doctor").stdout
    assert "30 memories, 2 own indexes, 0." in plain
    assert "maintain" not in plain
    query("CREATE INDEX memories_own_old ON memory_graph.memories (scope)")
    assert "that no scope needs any more: 1; run `memory-graph maintain`" in cli("doctor").stdout


def test_of_many_scopes_the_largest_are_shown() -> None:
    scopes = [ScopeRows(f"s{n}", 9000 - n, None, None, f"{n:032}", 0) for n in range(23)]
    facts = facts_of(scopes, [])
    assert list(facts)[:2] == ["s0", "s1"]
    assert facts["s0"] == "9,000 memories, no own indexes"
    assert facts["…"] == "3 more"
    assert notes_of(MaintenancePlan((), (), (), (), ()), [], 1) == []


def test_what_is_left_to_others_is_told_first() -> None:
    assert "run this again later" in summary(MaintainReport(large_scopes=3, unfinished=2), 8000)
