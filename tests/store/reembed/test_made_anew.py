"""The vectors that are made anew are those a new store would have; again there is nothing to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import get_text_at_path

from memory_graph.errors import InputError
from memory_graph.stores.reembed import item_texts
from tests.store.reembed.made import MISSING, STATE, Model, Open, by_meaning, fill, vectors

pytestmark = pytest.mark.own_database


@pytest.mark.parametrize("batch", [1, 3, 64])
def test_the_vectors_are_those_a_new_store_would_have(
    open_store: Open, query: Callable[..., Any], batch: int
) -> None:
    fill(open_store(Model("old")))
    fill(open_store(Model("new", 24), schema="fresh"))
    seen: list[tuple[int, int]] = []
    store = open_store(Model("new", 24))
    report = store.reembed(lambda done, total: seen.append((done, total)), batch=batch)
    assert vectors(query, "memory_graph") == vectors(query, "fresh")
    rows = query("SELECT FROM memories WHERE embedding IS NOT NULL")
    assert (report.memories, report.before, report.embedder) == (
        len(rows), "Model:old", "Model:new"
    )  # fmt: skip
    assert report.dimensions == 24
    assert seen == sorted(seen)
    assert seen[-1] == (len(rows), len(rows))
    assert query(STATE) == [{"key": "embedder", "value": {"name": "Model:new", "dimensions": 24}}]
    assert by_meaning(open_store(Model("new", 24)), "green tea")


def test_again_it_has_nothing_to_do_and_only_fills_gaps(
    open_store: Open, query: Callable[..., Any]
) -> None:
    fill(open_store("none"))
    assert query(MISSING)[0]["n"] == len(query("SELECT FROM memories WHERE content <> ''"))
    store = open_store(Model("first"))
    store.setup()
    assert not by_meaning(store, "green tea")
    assert store.reembed().memories == len(query("SELECT FROM memories WHERE content <> ''"))
    assert store.reembed().memories == 0
    assert query(MISSING) == [{"n": 0}]
    assert by_meaning(store, "green tea")


async def test_it_runs_in_an_event_loop(open_store: Open, query: Callable[..., Any]) -> None:
    old = open_store(Model("old"))
    await old.aremember("ann", ["Likes tea.", "Owns a dog."])
    assert (await open_store(Model("new")).areembed(batch=1)).memories == 2
    assert query(MISSING) == [{"n": 0}]


@pytest.mark.parametrize("batch", [0, -1, 1.5, True, 10_001])
def test_an_impossible_batch_is_refused(open_store: Open, batch: Any) -> None:
    with pytest.raises(InputError, match="batch"):
        open_store(Model("new")).reembed(batch=batch)


LEAVES = st.text("ab\n 红", max_size=5)

VALUES = st.fixed_dictionaries(
    {"a": LEAVES, "b": st.lists(LEAVES, max_size=3), "c": st.fixed_dictionaries({"d": LEAVES})}
)

PATHS = st.lists(st.sampled_from(["a", "b[*]", "b[0]", "c.d", "$"]), min_size=1, max_size=4)


@given(VALUES, PATHS)
def test_the_texts_of_an_item_are_found_again(value: dict[str, Any], paths: list[str]) -> None:
    texts = [
        (path, text) for path in paths for text in get_text_at_path(value, path) if text.strip()
    ]
    if texts:
        content = "\n".join(text for _, text in texts)
        assert item_texts(content, value, [path for path, _ in texts[1:]]) == tuple(
            text for _, text in texts
        )
