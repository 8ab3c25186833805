"""Run again, with other options, longer, or after a crash: nothing is lost or doubled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest

from memory_graph.effects import Program
from memory_graph.ingest import ingest_file
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import WriteResult
from tests.graph.ingest.talk import TALK, everything, lines, options, snapshot, written

pytestmark = pytest.mark.own_database


def test_again_changes_nothing(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options())
    before, writes = snapshot(store), store.stats("ann").writes
    report = ingest_file(store, path, options())
    assert (report.turns, report.new_turns, report.memories) == (10, 0, {})
    assert snapshot(store) == before
    assert store.stats("ann").writes == writes


@pytest.mark.parametrize("change", [{"batch": 3}, {"batch": 50}, {"extract": False}])
def test_other_options_store_nothing_twice(
    store: PostgresMemoryStore, tmp_path: Path, change: dict[str, Any]
) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options(extract=False))
    first = ingest_file(store, path, options())
    before = snapshot(store)
    assert first.new_turns <= 1  # the turn with the withheld words reads otherwise now
    ingest_file(store, path, options(**change))
    assert [one for one in snapshot(store) if one[0] != "turn"] == [
        one for one in before if one[0] != "turn"
    ]


def test_a_longer_file_adds_only_the_rest(store: PostgresMemoryStore, tmp_path: Path) -> None:
    whole = lines(TALK)
    ingest_file(store, written(tmp_path, whole), options("whole"))
    for count in (3, 7, 10):
        report = ingest_file(store, written(tmp_path, whole[:count]), options())
    assert report.new_turns == 3
    assert snapshot(store) == snapshot(store, "whole")


def indexed(dsn: str, user: str) -> list[tuple[str, str]]:
    query = "SELECT content, lexemes::text FROM memory_graph.memories WHERE scope = %s"
    with psycopg.connect(dsn) as connection:
        return sorted(connection.execute(query, [user]).fetchall())


class CrashError(Exception):
    """Stands for a killed process."""


class Crashing(PostgresMemoryStore):
    """A store whose process dies right after a given commit."""

    left = 10**6

    def commit_program(self, todo: Commit) -> Program[WriteResult]:
        result = yield from super().commit_program(todo)
        self.left -= 1
        if self.left == 0:
            raise CrashError
        return result


@pytest.mark.parametrize("batch", [4, 6])
@pytest.mark.parametrize("commits", range(1, 7))
def test_a_crash_after_any_commit_loses_and_doubles_nothing(
    dsn: str, store: PostgresMemoryStore, tmp_path: Path, commits: int, batch: int
) -> None:
    path = written(tmp_path, lines(TALK))
    ingest_file(store, path, options("whole", batch=batch))
    crashing = Crashing(settings=store.settings)
    crashing.left = commits
    with crashing, pytest.raises(CrashError):
        ingest_file(crashing, path, options(batch=batch))
    ingest_file(store, path, options(batch=batch))
    assert snapshot(store) == snapshot(store, "whole")
    assert not any("peanuts" in one.content for one in everything(store))
    assert store.recall("ann", "peanuts").memories == ()
    assert indexed(dsn, "ann") == indexed(dsn, "whole")  # each turn with those before it
