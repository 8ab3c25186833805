"""What is exported and imported comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.queries import load
from tests.store.transfer.filled import HEADER, fact, fill, listed, memory, plain

pytestmark = pytest.mark.own_database


@pytest.mark.parametrize("page", [1, 3, 500])
def test_a_scope_comes_back_as_it_was(store: PostgresMemoryStore, page: int) -> None:
    fill(store, "ann")
    lines = [json.dumps(one) for one in store.export("ann", page=page)]
    report = store.import_("bob", map(json.loads, lines))
    assert listed(store, "bob") == listed(store, "ann")
    assert report.memories == len(listed(store, "ann"))
    assert "On r2." not in {one["content"] for one in listed(store, "bob")}
    for question in ("tea", "红茶", "city Oslo Bergen", "Mira", "snowed", "bus"):
        first, second = store.recall("ann", question), store.recall("bob", question)
        assert [plain(one.memory) for one in first.memories] == [
            plain(one.memory) for one in second.memories
        ]  # fmt: skip
        assert [one.scores.bm25 for one in first.memories] == [
            one.scores.bm25 for one in second.memories
        ]  # fmt: skip
    for mine in store.list_memories("ann"):
        twin = next(one for one in store.list_memories("bob") if plain(one) == plain(mine))
        assert [plain(one) for one in store.history("ann", mine.id)] == [
            plain(one) for one in store.history("bob", twin.id)
        ]  # fmt: skip
        kinds = sorted(one.kind for one in store.links("ann", mine.id))
        assert kinds == sorted(one.kind for one in store.links("bob", twin.id))
    item = store.get(("bob", "notes", "deep"), "k")
    assert item is not None
    assert item.value == {"text": "two", "n": 1.5}
    assert [one.entity for one in store.related("bob", "mira")] == ["Phoenix"]
    assert store.stats("bob").entities == store.stats("ann").entities


def test_the_past_comes_along(store: PostgresMemoryStore) -> None:
    slot = {"attribute": "city", "cardinality": "single"}
    moments = []
    for city in ("Oslo", "Turin", "Oslo"):
        store.remember("ann", fact(f"I live in {city}.", value=city, **slot))
        moments.append(store.stats("ann").clock)
    store.import_("bob", store.export("ann"))
    for moment in moments:
        mine = store.list_memories("ann", as_of=moment)
        assert [plain(one) for one in mine] == [
            plain(one) for one in store.list_memories("bob", as_of=moment)
        ]  # fmt: skip
        assert len(mine) == 1


def test_progress_is_told(store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"Fact number {i}." for i in range(1100)])
    told: list[tuple[int, int]] = []
    report = store.import_("bob", store.export("ann"), progress=lambda *one: told.append(one))
    assert report.memories == 1100
    assert told[-1] == (1100, 1100)
    assert len(told) >= 3
    assert told == sorted(told)


def test_imported_text_is_cleaned(store: PostgresMemoryStore) -> None:
    store.import_("bob", [HEADER, memory(content="tea\x00 time", data={"a": "b\x00"})])
    (kept,) = store.list_memories("bob")
    assert (kept.content, kept.data) == ("tea time", {"a": "b"})


async def test_async_both_ways(dsn: str) -> None:
    async with PostgresMemoryStore(dsn, embeddings="none") as store:
        await store.aremember("ann", ["I like tea.", "It snowed."])
        report = await store.aimport_("bob", store.aexport("ann", page=1))
        assert report.memories == 2
        kept = [one async for one in store.aexport("ann")]
        assert (await store.aimport_("bob", kept)).memories == 0


def test_no_column_is_forgotten(dsn: str) -> None:
    """A column added to the table must be exported, or be left out on purpose."""
    left_out = {"scope", "id", "asserted", "closed", "doubted", "updated_at", "lexemes",
                "embedding"}  # fmt: skip
    text = load("transfer_columns").replace("\n", " ")
    exported = {name.strip().removeprefix("m.") for name in text.split(",")}
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_schema = 'memory_graph' AND table_name = 'memories'"
        ).fetchall()
    assert {row[0] for row in rows} - left_out == exported


CITIES = st.sampled_from(["Oslo", "Turin", "上海"])

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("city"), CITIES), st.tuples(st.just("say"), CITIES),
        st.tuples(st.just("retire"), st.integers(0, 5)),
        st.tuples(st.just("revise"), st.integers(0, 5)),
        st.tuples(st.just("put"), CITIES),
    ),
    max_size=8,
)  # fmt: skip


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, more=STEPS)
def test_round_trip(
    store: PostgresMemoryStore, do: Callable[[str, str, Any], None],
    steps: list[tuple[str, Any]], more: list[tuple[str, Any]],
) -> None:  # fmt: skip
    here, there = f"a{uuid4().hex}", f"b{uuid4().hex}"
    for what, value in steps:
        do(here, what, value)
    store.import_(there, store.export(here))
    assert listed(store, there) == listed(store, here)
    for what, value in more:
        do(here, what, value)
    records = list(store.export(here))
    store.import_(there, records)
    assert {one["content"] for one in listed(store, there)} >= {
        one["content"] for one in listed(store, here) if one["closed_at"] is None
    }
    again = store.import_(there, records)
    assert (again.memories, again.evidence, again.links) == (0, 0, 0)
    TypeAdapter(list[dict[str, Any]]).validate_python(records)
