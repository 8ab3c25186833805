"""What an import meets: its own export, values that exclude each other, past stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.transfer.filled import NOON, fact, fill, listed

pytestmark = pytest.mark.own_database


def dump(dsn: str, scope: str) -> list[str]:
    """Every row of a scope in every table but the clock of the scope."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'memory_graph'"
    with psycopg.connect(dsn) as connection:
        names = [row[0] for row in connection.execute(query) if row[0] not in {"meta", "scopes"}]
        return sorted(
            f"{name} {row[0]}"
            for name in names
            for row in connection.execute(
                psycopg.sql.SQL("SELECT t::text FROM memory_graph.{} t WHERE scope = %s").format(
                    psycopg.sql.Identifier(name)
                ),
                [scope],
            )
        )


def test_twice_is_once(store: PostgresMemoryStore, dsn: str) -> None:
    fill(store, "ann")
    records = list(store.export("ann"))
    store.import_("bob", records)
    before = dump(dsn, "bob")
    again = store.import_("bob", records)
    assert (again.memories, again.evidence, again.links, again.closed) == (0, 0, 0, 0)
    assert again.merged == len([one for one in records if one["record"] == "memory"])
    assert dump(dsn, "bob") == before
    assert len(store.audit("bob")) == 1


def test_its_own_export_changes_nothing(store: PostgresMemoryStore, dsn: str) -> None:
    fill(store, "ann")
    before = dump(dsn, "ann")
    store.import_("ann", list(store.export("ann")))
    assert dump(dsn, "ann") == before


def test_what_follows_an_import_works_as_ever(store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    store.import_("bob", store.export("ann"))
    slot = {"attribute": "city", "cardinality": "single"}
    store.remember("bob", fact("I live in Bergen.", value="Bergen", **slot))
    new = store.remember("bob", fact("I live in Oslo.", value="Oslo", **slot)).memory_ids[0]
    cities = [one.value for one in store.list_memories("bob") if one.attribute == "city"]
    assert cities == ["Oslo"]
    assert len(store.history("bob", new)) == 5
    store.put(("bob", "notes", "deep"), "k", {"text": "three"})
    assert len(store.search(("bob", "notes"))) == 1


def test_a_negation_closes_only_what_it_denies(store: PostgresMemoryStore) -> None:
    def remember(scope: str, firm: str, day: int, *, polarity: bool = True) -> None:
        one = fact(
            f"{'Is' if polarity else 'Is not'} at {firm}.", attribute="employer", value=firm,
            cardinality="single", polarity=polarity,
        )  # fmt: skip
        said = one.evidence.model_copy(update={"said_at": NOON + timedelta(days=day)})
        store.remember(scope, one.model_copy(update={"evidence": said}))

    def standing() -> set[str]:
        return {one.content for one in store.list_memories("bob")}

    remember("bob", "Acme", 0)
    for day, (firm, polarity) in enumerate([("Globex", False), ("Umbrella", False)], 1):
        remember("ann", firm, day, polarity=polarity)
    store.import_("bob", store.export("ann"))
    assert standing() == {"Is at Acme.", "Is not at Globex.", "Is not at Umbrella."}
    remember("eve", "Globex", 3)
    store.import_("bob", store.export("eve"))
    assert standing() == {"Is at Globex.", "Is not at Umbrella."}
    remember("fay", "Globex", 4, polarity=False)
    store.import_("bob", store.export("fay"))
    assert standing() == {"Is not at Globex.", "Is not at Umbrella."}


@pytest.mark.parametrize("theirs_is_newer", [True, False])
def test_into_a_scope_that_knows_something(
    store: PostgresMemoryStore, dsn: str, theirs_is_newer: bool
) -> None:
    def remember(scope: str, city: str) -> None:
        when = NOON if scope == "ann" else NOON + timedelta(days=-1 if theirs_is_newer else 1)
        one = fact(f"I live in {city}.", attribute="city", value=city, cardinality="single")
        evidence = one.evidence.model_copy(update={"said_at": when})
        store.remember(scope, one.model_copy(update={"evidence": evidence}))
        store.remember(scope, "I like tea.")

    remember("ann", "Oslo")
    remember("bob", "Turin")
    records = list(store.export("ann"))
    store.import_("bob", records)
    open_now = {one.content: one for one in store.list_memories("bob")}
    assert set(open_now) == {
        "I like tea.", "I live in Oslo." if theirs_is_newer else "I live in Turin."
    }  # fmt: skip
    assert open_now["I like tea."].evidence_count == 2
    assert len(store.list_memories("bob", with_closed=True)) == 3
    before = dump(dsn, "bob")
    store.import_("bob", records)
    assert dump(dsn, "bob") == before


def test_a_past_stay_is_not_lost_in_a_closed_one(
    store: PostgresMemoryStore, do: Callable[[str, str, Any], None]
) -> None:
    """The slot is taken by one record of the import; the next says the old value as history."""
    do("ann", "city", "Oslo")
    store.import_("bob", store.export("ann"))
    do("ann", "revise", 0)
    do("ann", "city", "Oslo")
    records = list(store.export("ann"))
    store.import_("bob", records)
    assert {one["content"] for one in listed(store, "bob") if one["closed_at"] is None} == {
        one["content"] for one in listed(store, "ann") if one["closed_at"] is None
    }
    assert store.import_("bob", records).memories == 0


@pytest.mark.parametrize("chunk", [1, 2, 3, 500])
def test_a_past_stay_waits_for_what_takes_the_slot(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """However many records are read at a time, it joins no memory that is closed by a later one."""
    monkeypatch.setattr("memory_graph.stores.transfer.CHUNK", chunk)

    def lives(scope: str, name: str, year: int) -> None:
        slot = {"attribute": "city", "value": name, "cardinality": "single"}
        since = datetime(year, 1, 1, tzinfo=UTC)
        store.remember(scope, fact(f"I live in {name}.", event_from=since, **slot))

    lives("bob", "Oslo", 2020)
    for name, year in (("Turin", 2021), ("Oslo", 2020), ("Bergen", 2022)):
        lives("ann", name, year)
    first, second = store.list_memories("ann")
    store.link("ann", first.id, "causes", second.id)
    records = list(store.export("ann"))
    store.import_("bob", records)
    past = {one.content: one.valid_to for one in store.list_memories("bob")}
    assert past == {one.content: one.valid_to for one in store.list_memories("ann")}
    oslo = next(one for one in store.list_memories("bob") if one.value == "Oslo")
    assert "causes" in {one.kind for one in store.links("bob", oslo.id)}
    assert store.import_("bob", records).memories == 0
