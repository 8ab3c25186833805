"""``memory-graph stats``: what there is of a user, as a table and as a document."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest

from memory_graph.cli.stats import summary
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.read import Stats
from tests.cli.given import Run, fill


def rows(shown: str) -> list[list[str]]:
    return [line.split() for line in shown.splitlines() if re.search(r"\d +\d+ *$", line)]


@pytest.mark.parametrize("user", ["ann", "王 五"])
def test_counts_as_a_table(run: Run, store: PostgresMemoryStore, user: str) -> None:
    fill(store, user)
    fill(store, "somebody else")
    found = run("stats", "--user", user)
    assert (found.exit_code, found.stderr) == (0, "")
    assert rows(found.stdout) == [
        ["item", "item", "1", "0"], ["semantic", "fact", "2", "1"], ["all", "3", "1"],
    ]  # fmt: skip
    assert "entities: 2\n" in found.stdout
    assert re.search(r"^writes: \d+, newest of 20\d\d-", found.stdout, re.MULTILINE)


def test_counts_as_a_document(run: Run, store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    document = json.loads(run("stats", "--user", "ann", "--json").stdout)
    assert document == {"scope": "ann", **store.stats("ann").model_dump(mode="json")}


def test_of_nobody_nothing_is_found(run: Run, store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    for scope in (("--user", "nobody"), ("--user", "ann", "--tenant", "acme")):
        assert run("stats", *scope).stdout == "nothing found\n"
        assert json.loads(run("stats", *scope, "--json").stdout)["memories"] == []


def test_of_what_was_erased_only_traces_are_found(run: Run, store: PostgresMemoryStore) -> None:
    store.remember("ann", "Has a kayak.", thread_id="t1")
    store.put(("ann", "notes"), "k", {"text": "x"})
    store.erase("ann", everything=True, confirm="ann")
    found = run("stats", "--user", "ann").stdout
    assert found == "nothing found\n" or found.startswith("no memories\n")


@pytest.mark.parametrize(
    ("trees", "forked", "line"),
    [(2, 0, "threads: 2"), (2001, 1, "threads: 2,001, 1 of them with branches or rewinds")],
)
def test_branches_are_told_where_there_are_any(trees: int, forked: int, line: str) -> None:
    found = Stats(memories=(), writes=1, trees=trees, forked=forked, entities=0,
                  clock=datetime(2026, 5, 1, tzinfo=UTC))  # fmt: skip
    assert summary(found)[-1] == line
