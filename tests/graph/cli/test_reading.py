"""``recall``, ``list``, ``history`` and ``retire``."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence
from tests.graph.cli.talking import contents

pytestmark = pytest.mark.own_database


def home(place: str) -> Candidate:
    return Candidate(
        tier="semantic", kind="fact", content=f"The user lives in {place}.", attribute="lives_in",
        value=place, cardinality="single", evidence=Evidence(span=f"I live in {place}"),
    )  # fmt: skip


def test_recall(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", ["The kayak [red] is in the shed.", "皮划艇在棚子里。"])
    plain = run("recall", "kayak", "--user", "ann")
    assert "The kayak [red] is in the shed." in plain.stdout
    assert "semantic/fact" in plain.stdout
    explained = run("recall", "皮划艇", "--user", "ann", "--explain")
    for word in ("皮划艇在棚子里。", "arms: bm25", "terms: ", "considered: 2", "fused", "boost"):
        assert word in explained.stdout
    document = json.loads(run("recall", "kayak", "--user", "ann", "--json").stdout)
    assert document["query"] == "kayak"
    assert document["memories"][0]["memory"]["content"].startswith("The kayak")
    assert run("recall", "kayak", "--user", "ann", "--tier", "episodic").stdout == "nothing found\n"
    assert len(json.loads(
        run("recall", "kayak 棚子", "--user", "ann", "--json", "--limit", "1").stdout)["memories"]
    ) == 1  # fmt: skip


def test_recall_with_filters(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", "The kayak is red.", tags=["boat"], thread_id="t1")
    store.remember("ann", "The kayak is long.")
    for filters, found in (
        (["--tag", "boat"], ["The kayak is red."]),
        (["--thread", "t1"], ["The kayak is red."]),
        (["--kind", "fact"], ["The kayak is long.", "The kayak is red."]),
        (["--kind", "event"], []),
        (["--entity", "Mira"], []),
        (["--min-confidence", "1"], ["The kayak is long.", "The kayak is red."]),
        (["--since", "2199-01-01T00:00:00Z"], []),
        (["--until", "2199-01-01T00:00:00Z"], ["The kayak is long.", "The kayak is red."]),
    ):
        document = json.loads(run("recall", "kayak", "--user", "ann", "--json", *filters).stdout)
        assert sorted(one["memory"]["content"] for one in document["memories"]) == found, filters
    for wrong in (["--kind", "zz"], ["--since", "soon"], ["--min-confidence", "2"]):
        refused = run("recall", "kayak", "--user", "ann", *wrong)
        assert refused.exit_code != 0
        assert "Traceback" not in refused.output


def test_recall_as_of(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", home("Oslo"))
    between = datetime.now(UTC).isoformat()
    store.remember("ann", home("Turin"))
    now = run("recall", "lives", "--user", "ann").stdout
    then = run("recall", "lives", "--user", "ann", "--as-of", between).stdout
    assert ("Turin" in now, "Oslo" in now) == (True, False)
    assert ("Turin" in then, "Oslo" in then) == (False, True)


def test_nothing_found(run: Callable[..., Any]) -> None:
    for command in (("recall", "tea"), ("list",)):
        found = run(*command, "--user", "nobody")
        assert (found.exit_code, found.stdout) == (0, "nothing found\n")
    assert json.loads(run("list", "--user", "nobody", "--json").stdout) == []


def test_list_history_and_retire(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    store.remember("ann", home("Oslo"))
    (turin,) = store.remember("ann", home("Turin")).memory_ids
    assert "Oslo" not in run("list", "--user", "ann").stdout
    everything = run("list", "--user", "ann", "--all").stdout
    assert "replaced" in everything
    assert "open" in everything
    versions = json.loads(run("history", turin, "--user", "ann", "--json").stdout)
    assert [one["value"] for one in versions] == ["Oslo", "Turin"]
    table = run("history", turin.upper(), "--user", "ann").stdout
    assert table.index("Oslo") < table.index("Turin")

    declined = run("retire", turin, "--user", "ann", input="n\n")
    assert declined.exit_code == 1
    assert "Turin" in declined.stderr
    assert run("retire", turin, "--user", "ann", input="").exit_code == 1
    assert contents(store) == ["The user lives in Turin."]
    unknown = run("retire", turin, "nope", "--user", "ann", "--yes")
    assert unknown.exit_code == 1
    assert "'nope'" in unknown.stderr
    assert contents(store) == ["The user lives in Turin."]
    assert run("retire", turin, turin.upper(), "--user", "ann", input="y\n").exit_code == 0
    assert contents(store) == []
    again = run("retire", turin, "--user", "ann", "--yes")
    assert again.stdout == "retired 0, closed already: 1\n"
    named = run("retire", turin, turin.upper(), f"urn:uuid:{turin}", "--user", "ann", "--yes")
    assert named.stdout == "retired 0, closed already: 1\n"
    assert "retired" in run("list", "--user", "ann", "--all").stdout


@pytest.mark.parametrize(("limit", "more"), [("2", True), ("3", False), ("4", False)])
def test_a_list_that_is_cut_says_so(
    run: Callable[..., Any], store: PostgresMemoryStore, limit: str, more: bool
) -> None:
    store.remember("ann", ["Has a kayak.", "Has a canoe.", "Has a raft."])
    found = run("list", "--user", "ann", "--limit", limit, "--json")
    assert len(json.loads(found.stdout)) == min(int(limit), 3)
    assert ("there are more" in found.stderr) is more


def test_retire_as_json(run: Callable[..., Any], store: PostgresMemoryStore) -> None:
    (oslo,) = store.remember("ann", home("Oslo")).memory_ids
    assert run("retire", oslo, "--user", "ann", "--json").exit_code == 2
    found = run("retire", oslo, "--user", "ann", "--json", "--yes")
    assert json.loads(found.stdout)["counts"]["retired"] == 1
