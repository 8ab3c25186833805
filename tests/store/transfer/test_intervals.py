"""A fact that was true more than once keeps each of its times over an export and an import."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_graph.errors import ConflictError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.transfer_records import imported_id
from memory_graph.types import Candidate, Evidence

pytestmark = pytest.mark.own_database

NEW = {"source_id", "target_id", "id", "superseded_by", "scope", "clock", "digest"}
"""What differs between scopes: ids, and what is made from them."""


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def lives(city: str, said: int | None = None, **more: Any) -> Candidate:
    """A stay, and the year in which it was told; what was told of earlier is past."""
    words = f"住在{city}。" if city == "上海" else f"Lives in {city}."
    when = datetime(said, 1, 1, tzinfo=UTC) if said else None
    given = {"attribute": "city", "value": city, "cardinality": "single"} | more
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": words, **given,
         "evidence": Evidence(role="user", span=words, said_at=when)}
    )  # fmt: skip


def told(store: PostgresMemoryStore, scope: str, into: str) -> list[str]:
    """An export, with its ids as they become in another scope."""
    ids: dict[str, str] = {}
    records = list(store.export(scope))
    for one in records:
        if one["record"] == "memory":
            own = one["id"] if into == scope else str(imported_id(into, UUID(one["id"])))
            ids[one["id"]] = own
    return sorted(repr(_sorted(_mapped(one, ids))) for one in records[1:])


def _mapped(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            name: ids.get(one, one) if name in NEW and isinstance(one, str) else _mapped(one, ids)
            for name, one in value.items()
            if name != "digest"
        }
    return [_mapped(one, ids) for one in value] if isinstance(value, list) else value


def _sorted(record: dict[str, Any]) -> dict[str, Any]:
    return {
        name: sorted(value, key=repr) if isinstance(value, list) else value
        for name, value in sorted(record.items())
    }


PASTS = {
    "past, then now": [lives("Bergen", 2016), lives("Oslo", 2001), lives("Oslo", 2020)],
    "now, then past": [lives("Oslo", 2020), lives("Bergen", 2016), lives("Bergen", 2022)],
    "Chinese": [lives("Oslo", 2016), lives("上海", 2001), lives("上海", 2020)],
}


@pytest.mark.parametrize("chunk", [1, 2, 500])
@pytest.mark.parametrize("name", PASTS)
def test_a_past_stay_and_the_present_one_stay_apart(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, name: str, chunk: int
) -> None:
    monkeypatch.setattr("memory_graph.stores.transfer.CHUNK", chunk)
    for one in PASTS[name]:
        store.remember("ann", one)
    report = store.import_("bob", store.export("ann"))
    assert told(store, "bob", "bob") == told(store, "ann", "bob")
    assert report.merged == 0
    again = store.import_("bob", store.export("ann"))
    assert (again.memories, again.evidence) == (0, 0)
    assert [one.content for one in store.list_memories("bob")] == [
        one.content for one in store.list_memories("ann")
    ]


@pytest.mark.parametrize("chunk", [1, 500])
def test_what_holds_now_joins_no_past_stay_of_the_scope(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("memory_graph.stores.transfer.CHUNK", chunk)
    for one in (lives("Bergen", 2016), lives("Oslo", 2001)):
        store.remember("bob", one)
    store.remember("ann", lives("Oslo", 2020))
    store.import_("bob", store.export("ann"))
    now = [one.value for one in store.list_memories("bob") if one.is_open]
    assert now == ["Oslo"]


@pytest.mark.parametrize("chunk", [1, 500])
def test_two_records_that_were_edited_to_say_the_same_are_one(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr("memory_graph.stores.transfer.CHUNK", chunk)
    for words in ("Likes tea.", "Likes tee."):
        store.remember("ann", words)
    records = [
        {**one, "content": "Likes tea!"} if one["record"] == "memory" else one
        for one in store.export("ann")
    ]
    store.import_("bob", records)
    (only,) = store.list_memories("bob")
    assert only.evidence_count == 2


def test_what_changes_while_an_export_is_read_is_told_as_at_its_beginning(
    store: PostgresMemoryStore,
) -> None:
    store.remember("ann", [lives("Oslo"), "Likes tea."])
    records = store.export("ann", page=1)
    read = [next(records)]
    store.remember("ann", lives("上海"))
    read += records
    store.import_("bob", read)
    assert [one.value for one in store.list_memories("bob") if one.attribute] == ["Oslo"]
    assert [one.value for one in store.list_memories("ann") if one.attribute] == ["上海"]


def test_what_a_server_whose_clock_is_ahead_has_told_goes_on(store: PostgresMemoryStore) -> None:
    store.remember("ann", lives("Oslo"))
    store.retire("ann", store.remember("ann", "Likes tea.").memory_ids)
    ahead = timedelta(minutes=5)

    def later(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: (datetime.fromisoformat(one) + ahead).isoformat()
                if name in {"recorded_at", "closed_at"} else later(one)
                for name, one in value.items()
            }  # fmt: skip
        return [later(one) for one in value] if isinstance(value, list) else value

    store.import_("bob", [later(one) for one in store.export("ann")])
    assert told(store, "bob", "bob") != []
    store.import_("cid", store.export("bob"))
    assert told(store, "cid", "cid") == told(store, "bob", "cid")
    assert [(one.content, one.is_open) for one in store.list_memories("cid", with_closed=True)] == [
        (one.content, one.is_open) for one in store.list_memories("ann", with_closed=True)
    ]


CITIES = st.sampled_from(["Oslo", "Turin", "上海"])
YEARS = st.sampled_from([None, 2001, 2010, 2020])
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("stay"),
            st.builds(
                lives, CITIES, YEARS, polarity=st.booleans(),
                cardinality=st.sampled_from(["single", "many"]),
            ),
        ),
        st.tuples(st.just("retire"), st.integers(0, 5)),
        st.tuples(st.just("revise"), st.tuples(st.integers(0, 5), CITIES)),
    ),
    max_size=10,
)  # fmt: skip


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, chunk=st.sampled_from([1, 3, 500]))
def test_round_trip_of_intervals(
    store: PostgresMemoryStore, steps: list[tuple[str, Any]], chunk: int
) -> None:
    here, there = f"a{uuid4().hex}", f"b{uuid4().hex}"
    for what, value in steps:
        rows = store.list_memories(here)
        if what == "stay":
            store.remember(here, value)
        elif rows and what == "retire":
            store.retire(here, rows[value % len(rows)].id)
        elif rows:
            place, city = value
            words = f"Was in {city}, {uuid4().hex[:5]}."
            with suppress(ConflictError):  # the slot may be taken
                store.revise(here, rows[place % len(rows)].id, words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memory_graph.stores.transfer.CHUNK", chunk)
        store.import_(there, store.export(here))
        assert told(store, there, there) == told(store, here, there)
        again = store.import_(there, store.export(here))
    assert (again.memories, again.evidence, again.closed) == (0, 0, 0)
