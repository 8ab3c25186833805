"""What recall leaves out: filters, scopes, threads, what was retired."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Evidence
from tests.store.recall.said import DAY, candidate, contents


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 0}, {"limit": 10_001}, {"tiers": ["unknown"]}, {"kinds": ["unknown"]},
        {"tags": "tea"}, {"entities": "Mira"}, {"min_confidence": 2}, {"tiers": "semantic"},
        {"since": datetime(2026, 5, 1)},  # noqa: DTZ001 - naive on purpose
        {"since": DAY, "until": DAY},
    ],
)  # fmt: skip
def test_d10_a_filter_that_cannot_be_is_an_error(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError):
        store.recall("ann", "tea", **options)


@pytest.mark.parametrize("options", [{"now": "2026-07-02"}, {"weights": {"time": 3}},
                                     {"timeout_ms": "400"}, {"timeout_ms": -1}])  # fmt: skip
def test_d10_an_option_of_another_kind_is_an_error(
    store: PostgresMemoryStore, options: dict[str, Any]
) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        store.recall("ann", "tea", **options)


def test_d10_a_misspelt_filter_is_an_error(store: PostgresMemoryStore) -> None:
    with pytest.raises(TypeError, match="sinse"):
        store.recall("ann", "tea", sinse=DAY)  # type: ignore[call-arg]


@pytest.mark.parametrize("scope", ["", "  "])
def test_d14_an_empty_scope_is_an_error(store: PostgresMemoryStore, scope: str) -> None:
    with pytest.raises(InputError):
        store.recall(scope, "tea")


def test_d22_what_was_retired_is_gone_at_once(store: PostgresMemoryStore) -> None:
    written = store.remember("ann", ["red tea", "blue bike"])
    store.retire("ann", written.memory_ids[0])
    assert contents(store.recall("ann", "red tea")) == ["blue bike"]


def test_d23_what_one_thread_wrote_another_reads(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"], thread_id="T1")
    assert contents(store.recall("ann", "tea")) == ["red tea"]
    assert contents(store.recall("ann", "tea", thread_id="T1")) == ["red tea"]
    assert contents(store.recall("ann", "tea", thread_id="T2")) == []


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"tiers": ["procedural"]}, {"brew tea slowly"}),
        ({"kinds": ["event"]}, {"had tea with Mira"}),
        ({"entities": ["MIRA"]}, {"had tea with Mira"}),
        ({"min_confidence": 0.5}, {"had tea with Mira", "brew tea slowly"}),
        ({"since": DAY, "until": DAY + timedelta(hours=1)}, {"had tea with Mira"}),
        ({"until": DAY}, set()),
        ({"tiers": ["semantic"], "min_confidence": 0.5}, set()),
    ],
)
def test_filters(store: PostgresMemoryStore, options: dict[str, Any], kept: set[str]) -> None:
    store.remember("ann", [
        candidate("had tea with Mira", tier="episodic", kind="event", entities=("Mira",),
                  event_from=DAY, event_to=DAY + timedelta(hours=1)),
        candidate("brew tea slowly", tier="procedural", kind="rule",
                  evidence=Evidence(span="x", said_at=DAY + timedelta(days=3))),
        candidate("perhaps likes tea", confidence=0.3,
                  evidence=Evidence(span="x", said_at=DAY + timedelta(days=3))),
    ])  # fmt: skip
    assert set(contents(store.recall("ann", "tea", **options))) == kept


def test_tags_filter_on_all_of_them(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"], tags=["drink", "red"])
    store.remember("ann", ["green tea"], tags=["drink"])
    assert contents(store.recall("ann", "tea", tags=["drink", "red"])) == ["red tea"]


def test_c10_a_window_is_half_open(store: PostgresMemoryStore) -> None:
    for name, at in (("noon", DAY), ("next midnight", datetime(2026, 5, 2, tzinfo=UTC))):
        store.remember("ann", [candidate(f"met at {name}", tier="episodic", kind="event",
                                         event_from=at)])  # fmt: skip
    since = datetime(2026, 5, 1, tzinfo=UTC)
    found = store.recall("ann", "met", since=since, until=since + timedelta(days=1))
    assert contents(found) == ["met at noon"]


def test_as_of_answers_as_it_would_have_then(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    clock = store.recall("ann", "tea").clock
    store.remember("ann", ["green tea"])
    assert contents(store.recall("ann", "tea", as_of=clock)) == ["red tea"]
