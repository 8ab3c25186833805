"""The same name, another size of vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from memory_graph.errors import ModelError, StoreError
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.reembed.made import STATE, Model, Open, by_meaning

pytestmark = pytest.mark.own_database

SIZES = """
SELECT DISTINCT vector_dims(embedding) AS n FROM memories WHERE embedding IS NOT NULL
UNION SELECT vector_dims(embedding) FROM item_vectors WHERE embedding IS NOT NULL ORDER BY n
"""


def tell(store: PostgresMemoryStore, what: str) -> None:
    """Store something in every way that makes vectors."""
    first, _ = store.remember("ann", [f"Likes green {what}.", f"Owns a {what} pot."]).memory_ids
    store.revise("ann", first, f"Likes black {what}.")
    store.put(("ann", "notes"), what, {"a": what, "b": "cup"}, index=["a", "b"])
    store.put(("ann", "semantic"), what, {"content": f"Has a shelf for {what}."})


def found_by_meaning(store: PostgresMemoryStore, what: str) -> tuple[bool, bool]:
    """Whether recall and search have vectors; both must answer in any case."""
    assert store.recall("ann", what, kinds=["fact"]).memories
    hits = store.search(("ann",), query=f"{what}s")
    return bool(by_meaning(store, what)), bool(hits[0].score)


def test_vectors_of_another_size_are_neither_stored_nor_compared(
    open_store: Open, query: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    tell(open_store(Model("one")), "tea")
    swapped = open_store(Model("one", 24))  # the model behind the name was changed for a while
    tell(swapped, "coffee")
    assert swapped.remember("ann", "Drinks it black.").counts["without_vector"] == 1
    assert "stored without vectors" in caplog.text
    assert "`memory-graph reembed`" in caplog.text
    assert query(SIZES) == [{"n": 16}]
    assert not found_by_meaning(swapped, "coffee")[0]
    back = open_store(Model("one"))
    assert found_by_meaning(back, "tea") == (True, True)
    records = list(swapped.export("ann"))
    assert swapped.import_("bob", records).memories
    assert query(SIZES) == [{"n": 16}]


def test_the_same_model_with_another_size_is_made_anew(
    open_store: Open, query: Callable[..., Any]
) -> None:
    old = open_store(Model("one"))
    tell(old, "tea")
    old.remember("bob", "Likes milk.")
    found_by_meaning(old, "tea")
    seen: list[list[dict[str, Any]]] = []

    def look(done: int, total: int) -> None:
        seen.append(query(SIZES))
        found_by_meaning(old, "tea")
        found_by_meaning(new, "tea")
        if done < 3:
            old.remember("bob", f"Likes milk with {done} lumps.")

    new = open_store(Model("one", 24))
    assert new.reembed(look, batch=1).memories > 2
    assert query(SIZES) == [{"n": 24}]
    assert query(STATE) == [{"key": "embedder", "value": {"name": "Model:one", "dimensions": 24}}]
    assert found_by_meaning(open_store(Model("one", 24)), "tea") == (True, True)
    assert not found_by_meaning(old, "tea")[0]
    assert new.reembed().memories == 0
    told = old.remember("ann", "Has a kettle.")  # a process that was started before
    assert told.counts["without_vector"] == 1
    assert query(SIZES) == [{"n": 24}]


def test_after_a_failure_it_may_go_on_or_back(open_store: Open, query: Callable[..., Any]) -> None:
    model = Model("one", 24)
    tell(open_store(Model("one")), "tea")
    calls: list[int] = []

    def fail(texts: list[str]) -> None:
        calls.append(len(texts))
        if len(calls) == 4:
            raise OSError("the model is away")

    model.before = fail
    with pytest.raises(ModelError):
        open_store(model).reembed(batch=1)
    left = open_store(Model("one", 24)).reembed().memories
    assert 0 < left < len(query("SELECT FROM memories WHERE content <> ''"))
    assert query(SIZES) == [{"n": 24}]
    assert open_store(Model("one")).reembed().memories
    assert query(SIZES) == [{"n": 16}]
    assert found_by_meaning(open_store(Model("one")), "tea") == (True, True)


def test_sizes_that_were_mixed_are_mended(
    open_store: Open, query: Callable[..., Any], dsn: str
) -> None:
    store = open_store(Model("one"))
    tell(store, "tea")
    with psycopg.connect(dsn) as connection:
        connection.execute(
            "UPDATE memory_graph.memories SET embedding = '[1,2,3]' WHERE kind = 'fact'"
        )
    with pytest.raises(StoreError, match="`memory-graph reembed`"):
        store.recall("ann", "tea")
    store.reembed()
    assert query(SIZES) == [{"n": 16}]
    assert found_by_meaning(open_store(Model("one")), "tea") == (True, True)
