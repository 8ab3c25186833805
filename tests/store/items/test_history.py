"""Items as versions: nothing is overwritten."""

from __future__ import annotations

from typing import Any

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.items.places import NOTES, VERSIONS, Rows


def test_b20_a_put_keeps_the_version_before_it(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"text": "first"})
    store.put(NOTES, "k", {"text": "second"})
    first, second = rows(VERSIONS)
    assert [first["data"], second["data"]] == [{"text": "first"}, {"text": "second"}]
    assert first["created_at"] == second["created_at"] < second["recorded_at"]
    closing = rows("SELECT * FROM closings")
    assert [(one["memory_id"], one["superseded_by"]) for one in closing] == [
        (first["id"], second["id"])
    ]
    item = store.get(NOTES, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (first["created_at"], second["recorded_at"])


def test_history_as_the_verbs_see_it(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"text": "green tea"})
    before = rows("SELECT clock FROM scopes")[0]["clock"]
    store.put(NOTES, "k", {"text": "black coffee"})
    current = rows(VERSIONS)[1]
    told = store.history("ann", str(current["id"]))
    assert [one.data["text"] for one in told] == ["green tea", "black coffee"]
    assert told[0].superseded_by == told[1].id
    assert _recalled(store, "tea coffee") == ["black coffee"]
    assert _recalled(store, "tea coffee", as_of=before) == ["green tea"]


def _recalled(store: PostgresMemoryStore, query: str, **options: Any) -> list[str]:
    return [one.memory.data["text"] for one in store.recall("ann", query, **options).memories]


def test_a_deleted_item_begins_anew(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"n": 1})
    store.delete(NOTES, "k")
    store.put(NOTES, "k", {"n": 2})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.created_at == item.updated_at
    assert len(rows(VERSIONS)) == 2
