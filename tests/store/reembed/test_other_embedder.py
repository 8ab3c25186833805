"""A store whose embedder is another one than that of its vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_graph.errors import SchemaError
from tests.store.reembed.made import Model, Open, by_meaning

pytestmark = pytest.mark.own_database


def test_a_store_with_another_embedder_is_told_what_to_run(open_store: Open) -> None:
    open_store(Model("old")).remember("ann", "Likes tea.")
    with pytest.raises(SchemaError, match=r"vectors of 'Model:old'.*`memory-graph reembed`"):
        open_store(Model("new")).recall("ann", "tea")


def test_a_store_that_still_runs_never_compares_its_vectors_with_others(
    open_store: Open, query: Callable[..., Any]
) -> None:
    old = open_store(Model("old"))  # of the same length, so the server could not tell
    old.remember("ann", "Likes tea.")
    old.put(("ann", "notes"), "k", {"a": "tea", "b": "cup"}, index=["a", "b"])
    assert by_meaning(old, "tea")
    new = open_store(Model("new"))
    new.reembed()
    assert not by_meaning(old, "tea")
    lacking, whole = old.recall("ann", "tea"), new.recall("ann", "tea")
    assert (lacking.degraded, "vector" in lacking.arms, "bm25" in lacking.arms) == (
        True, False, True
    )  # fmt: skip
    for words in ("'Model:new'", "'Model:old'", "start the store anew"):
        assert words in str(lacking.degraded_reason)
    assert (whole.degraded, "vector" in whole.arms) == (False, True)
    assert "degraded" in str(old.recall("ann", "茶", explain=True).explanation)
    assert not old.recall("nobody", "tea").degraded
    assert "Likes tea." in [one.memory.content for one in old.recall("ann", "tea").memories]
    (found,) = old.search(("ann", "notes"), query="saucer")
    assert found.score in (None, 0.0)
    old.remember("ann", "Likes coffee.")
    old.put(("ann", "notes"), "l", {"a": "pot", "b": "jug"}, index=["a", "b"])
    old.remember("bob", "Likes milk.")
    assert query("SELECT content FROM memories WHERE embedding IS NULL ORDER BY content") == [
        {"content": "Likes coffee."}, {"content": "pot\njug"}
    ]  # fmt: skip
    assert by_meaning(old, "milk", "bob")
    assert not by_meaning(open_store(Model("new")), "milk", "bob")
    assert new.reembed().memories == 3
    assert len(by_meaning(open_store(Model("new")), "coffee tea")) >= 2
    assert by_meaning(open_store(Model("new")), "milk", "bob")


def test_export_gives_no_vectors_of_another_embedder(open_store: Open) -> None:
    old = open_store(Model("old"))
    old.remember("ann", "Likes tea.")
    assert [one["embedding"] is None for one in old.export("ann") if one["record"] == "memory"] == [
        False
    ]
    open_store(Model("new")).reembed()
    assert [one["embedding"] is None for one in old.export("ann") if one["record"] == "memory"] == [
        True
    ]
