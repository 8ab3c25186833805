"""What goes with a memory, and what stays: versions, turns, entities, items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from memory_graph.errors import InputError, NotFoundError
from memory_graph.stores.masking import ERASED
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.erase.told import WORD, contents, fact, tell

pytestmark = pytest.mark.own_database


def test_other_memories_keep_what_is_theirs(store: PostgresMemoryStore, dsn: str) -> None:
    said = "I live in Oslo and my flight to Oslo leaves in May"
    tell(store, [said, "Ok.", "My flight to Oslo leaves at nine."])
    home, flight = store.remember(
        "ann",
        [
            fact("Lives in Oslo.", "m0", attribute="city", value="Oslo"),
            fact(
                "The flight to Oslo leaves in May.", "m0", attribute="flight", value="Oslo in May"
            ),
        ],
    ).memory_ids
    receipt = store.erase("ann", home)
    assert receipt.mentioned_by == (flight,)
    assert store.get_memory("ann", flight).content == "The flight to Oslo leaves in May."
    assert "My flight to Oslo leaves at nine." in contents(store)
    with psycopg.connect(dsn) as connection:
        spans = connection.execute("SELECT span FROM memory_graph.evidence").fetchall()
    assert spans == [(f"The flight to {ERASED} leaves in May.",)]


def test_versions_go_too(store: PostgresMemoryStore) -> None:
    slot = {"attribute": "city", "cardinality": "single"}
    ids = [
        store.remember("ann", fact(f"I live in {name}.", value=name, **slot)).memory_ids[0]
        for name in ("Oslo", "Turin", "Oslo")
    ]
    ids.append(store.revise("ann", ids[-1], "I live in Oslo, Norway.").memory_ids[0])
    receipt = store.erase("ann", ids[1])
    assert set(receipt.ids) == set(ids)
    assert store.list_memories("ann", with_closed=True) == []
    assert receipt.entities == 0


def test_without_versions_the_others_stay_and_point_nowhere(store: PostgresMemoryStore) -> None:
    old = store.remember("ann", "Tea at nine.").memory_ids[0]
    new = store.revise("ann", old, "Tea at ten.").memory_ids[0]
    assert store.erase("ann", new, versions=False).ids == (new,)
    kept = store.get_memory("ann", old)
    assert (kept.superseded_by, kept.is_open) == (None, False)


def test_a_turn_takes_along_what_is_known_from_it_alone(store: PostgresMemoryStore) -> None:
    tell(store, ["I like tea.", "Ok.", "I like tea and cake.", "Ok."])
    tea, cake, snow = store.remember(
        "ann", [fact("Likes tea.", "m0"), fact("Likes cake.", "m2"), fact("It snowed.")]
    ).memory_ids
    store.remember("ann", fact("Likes tea.", "m2"))
    turns = {one.message_id: one.id for one in store.list_memories("ann", kinds=["turn"])}
    receipt = store.erase("ann", turns["m2"])
    assert set(receipt.ids) == {turns["m2"], cake}
    assert store.get_memory("ann", tea).evidence_count == 1
    assert store.get_memory("ann", snow).evidence_count == 1
    assert set(store.erase("ann", turns["m0"]).ids) == {turns["m0"], tea}


def test_orphaned_entities_go_and_shared_ones_stay(
    store: PostgresMemoryStore, dump: Callable[..., list[str]]
) -> None:
    first = store.remember("ann", fact("Mira met Bo.", entities=("Mira", "Bo"))).memory_ids
    store.remember("ann", fact("Bo sings.", entities=("Bo",)))
    assert store.erase("ann", first).entities == 1
    assert dump("mira") == []
    assert len(dump("entities:")) == 1


@pytest.mark.parametrize(
    "bad",
    [
        {}, {"memory_ids": []}, {"everything": True}, {"everything": True, "confirm": "bob"},
        {"everything": True, "confirm": ""},
        {"everything": True, "confirm": "ann", "memory_ids": "x"},
        {"memory_ids": "x", "words": "word"}, {"memory_ids": "x", "checkpoint_threads": "T"},
    ],
    ids=repr,
)  # fmt: skip
def test_nothing_is_erased_by_accident(store: PostgresMemoryStore, bad: dict[str, Any]) -> None:
    store.remember("ann", "I like tea.")
    with pytest.raises(InputError):
        store.erase("ann", **bad)
    assert contents(store) == ["I like tea."]


def test_an_unknown_id_erases_nothing(store: PostgresMemoryStore) -> None:
    mine = store.remember("ann", "mine").memory_ids[0]
    his = store.remember("bob", "his").memory_ids[0]
    for missing in (his, "no id", "00000000-0000-0000-0000-000000000000"):
        with pytest.raises(NotFoundError):
            store.erase("ann", [mine, missing])
    assert contents(store) == ["mine"]
    assert contents(store, "bob") == ["his"]


def test_erasing_items(store: PostgresMemoryStore, dump: Callable[..., list[str]]) -> None:
    for _ in range(2):
        store.put(("ann", "notes"), "k", {"text": WORD})
        store.put(("ann", "notes"), "k", {"text": WORD + " again"})
    (item,) = store.list_memories("ann")
    assert store.erase("ann", item.id).erased == 4
    assert dump(WORD) == []
    store.put(("ann", "notes"), "k", {"text": "new"})
    assert store.get(("ann", "notes"), "k") is not None
