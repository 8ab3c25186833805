"""Records that can not be read, and exports that break off."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.transfer.filled import HEADER, memory

pytestmark = pytest.mark.own_database

BAD: list[tuple[list[Any], str]] = [
    ([], "header"), ([memory()], "record 1"), ([HEADER, HEADER], "record 2"),
    ([{**HEADER, "format": 99}], "upgrade"), ([HEADER, memory(scope="eve")], "record 2"),
    ([HEADER, memory(valid_from="soon")], "valid_from"), ([HEADER, memory(tier="x")], "tier"),
    ([HEADER, memory(valid_from="2026-01-01T00:00:00")], "valid_from"),
    ([HEADER, {"record": "nonsense"}], "record 2"), ([HEADER, "text"], "record 2"),
    ([HEADER, memory(confidence=7)], "confidence"),
]  # fmt: skip


@pytest.mark.parametrize(("records", "words"), BAD, ids=[words for _, words in BAD])
def test_bad_records_are_named_and_nothing_is_stored(
    store: PostgresMemoryStore, records: list[Any], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        store.import_("bob", records)
    assert store.list_memories("bob", with_closed=True) == []


def test_an_export_that_breaks_off_is_told_and_its_beginning_stays(
    store: PostgresMemoryStore,
) -> None:
    records = [{**HEADER, "memories": 3}, memory(), memory(content="y")]
    for _ in range(2):
        with pytest.raises(InputError, match="after 2 of 3 memories"):
            store.import_("bob", records)
        assert {one.content for one in store.list_memories("bob")} == {"x", "y"}
    assert store.import_("bob", [*records, memory(content="z")]).memories == 1


def test_an_export_that_breaks_off_among_its_links_is_told(store: PostgresMemoryStore) -> None:
    cause, effect, later = store.remember("ann", ["rain", "wet", "cold"]).memory_ids
    store.link("ann", cause, "causes", effect)
    store.link("ann", cause, "causes", later)
    records = list(store.export("ann"))
    assert (records[0]["memories"], records[0]["links"]) == (3, 2)
    with pytest.raises(InputError, match="after 1 of 2 links"):
        store.import_("bob", records[:-1])
    assert store.import_("bob", records).links == 1
