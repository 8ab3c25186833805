"""Options, operations and values: what is refused, and what is stored whole."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from langgraph.store.base import ListNamespacesOp, MatchCondition, PutOp, SearchOp

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.shown import shown
from tests.store.items.places import NOTES, Rows


@pytest.mark.parametrize(
    "options",
    [
        {"index_fields": "text"},
        {"index_fields": [5]},
        {"walls": "ann"},
        {"walls": [None]},
        {"default_ttl_minutes": 0},
        {"default_ttl_minutes": "5"},
    ],
    ids=repr,
)
def test_options_that_would_be_misread_are_refused_at_once(options: dict[str, Any]) -> None:
    """A string for a list would be read letter by letter, and nothing be found."""
    with pytest.raises(InputError):
        PostgresMemoryStore(embeddings="none", **options)


@pytest.mark.parametrize(
    "op",
    [
        PutOp(NOTES, "k", ["a list"]),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": float("nan")}),
        PutOp(NOTES, "k", {"n": 1j}),
        PutOp(NOTES, "k", {1: 2}),  # type: ignore[dict-item]
        PutOp(NOTES, "k", {"n": 1}, index="text"),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, index=True),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, ttl=0),
        PutOp(NOTES, "k", {"n": 1}, ttl=-1),
        PutOp(NOTES, "k", {"n": 1}, ttl=float("inf")),
        PutOp(NOTES, "k", {"n": 1}, ttl=True),
        PutOp(NOTES, "k", {"n": 1}, ttl=10**400),
        PutOp(NOTES, "k", {"n": 1}, ttl=10**5000),
        PutOp(NOTES, "k", 10**5000),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, ttl="5"),  # type: ignore[arg-type]
        SearchOp(NOTES, limit=-1),
        SearchOp(NOTES, offset=-1),
        SearchOp(NOTES, limit=2**63),
        SearchOp(NOTES, offset=2**63),
        SearchOp(NOTES, query=5),  # type: ignore[arg-type]
        SearchOp(NOTES, query=["tea"]),  # type: ignore[arg-type]
        SearchOp(NOTES, filter={"a": {"$regex": "x"}}),
        ListNamespacesOp((MatchCondition("prefix", ("ann",)),), limit=-1),
        ListNamespacesOp((MatchCondition("prefix", ("ann",)),), limit=2**70),
    ],
    ids=shown,
)
def test_nonsense_is_refused_and_nothing_is_done(
    store: PostgresMemoryStore, rows: Rows, op: Any
) -> None:
    with pytest.raises(InputError):
        store.batch([PutOp(NOTES, "before", {"n": 1}), op])
    assert rows("SELECT FROM memories") == []


def test_f1_f2_what_a_database_can_not_hold_is_removed(store: PostgresMemoryStore) -> None:
    store.put(NOTES, "k", {"a\x00": "tea\x00 time", "b": "deploy \ud83d now", "c": "ok 🇨🇳"})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.value == {"a": "tea time", "b": "deploy  now", "c": "ok 🇨🇳"}
    assert [one.key for one in store.search(NOTES, filter={"a": "tea time"})] == ["k"]


def test_a_large_value_is_stored_whole_and_found_by_its_beginning(
    store: PostgresMemoryStore,
) -> None:
    text = "violin " + "".join(chr(0x4E00 + number % 20_000) for number in range(300_000))
    store.put(NOTES, "k", {"text": text})
    found = store.search(NOTES, query="violin")[0]
    assert found.value == {"text": text}
    assert found.score == pytest.approx(1, abs=0.9)


@pytest.mark.parametrize(
    ("namespace", "size"),
    [(("{}",), 427), (("{}", "notes"), 400), (("a", "{}"), 600), (("a", "semantic"), 800)],
)
def test_whatever_place_is_taken_fits_the_indexes(
    store: PostgresMemoryStore, namespace: tuple[str, ...], size: int
) -> None:
    """Text that can't be compressed, as long as it may be."""
    word = "".join(random.Random(1).choices([chr(code) for code in range(0x4E00, 0x9FFF)], k=size))
    place = tuple(label.format(word) for label in namespace)
    value = {"content": "tea"}
    store.put(place, word, value)
    item = store.get(place, word)
    assert item is not None
    assert value.items() <= item.value.items()
    assert store.list_namespaces(prefix=place, max_depth=sys.maxsize) == [place]
