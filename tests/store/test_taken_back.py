"""What “forget …” means: all that holds or held the slot, in whatever language it was told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def told(content: str, value: str | None, **fields: Any) -> Candidate:
    return Candidate(
        tier="semantic", kind="fact", content=content, value=value,
        evidence=Evidence(span=content),
        **{"attribute": "lives_in", "cardinality": "single"} | fields,
    )  # fmt: skip


FORGET = told("The user wants this forgotten: where I live.", None, retires=True,
              replaces_hint="where I live")  # fmt: skip
YEARS = datetime(2019, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC)
PAST = {"event_from": YEARS[0], "event_to": YEARS[1]}
PLACES = [
    [told("用户住在上海。", "上海", **PAST)],
    [told("The user lives in Rome.", "Rome"), told("用户住在上海。", "上海", **PAST)],
    [told("用户住在上海。", "上海", cardinality="many"),
     told("The user lives in Rome.", "Rome", cardinality="many")],
]  # fmt: skip


@pytest.mark.parametrize("places", PLACES, ids=["of the past", "past and present", "several"])
def test_all_that_holds_or_held_the_slot_is_taken_back(
    store: PostgresMemoryStore, places: list[Candidate]
) -> None:
    for one in places:
        store.remember("ann", one)
    said = {one.content for one in store.list_memories("ann")}
    assert said == {one.content for one in places}
    store.remember("ann", [told("用户叫安。", "安", attribute="name"), FORGET])
    assert [one.content for one in store.list_memories("ann")] == ["用户叫安。"]
