"""Links between memories: dependencies, doubt, links by hand."""

from __future__ import annotations

from typing import Any

import pytest

from memory_graph.errors import InputError, NotFoundError
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.verbs.told import fact

HOME: dict[str, Any] = {"attribute": "city", "cardinality": "single"}


@pytest.mark.parametrize(
    "name",
    ["I live in Oslo.", "i live in oslo", "Oslo", "city", "user city", "user – city", "user.city",
     "live in Oslo", "BY ID"],
)  # fmt: skip
@pytest.mark.parametrize("at_once", [False, True])
def test_g21_what_depends_on_a_changed_fact_is_doubtful(
    store: PostgresMemoryStore, name: str, at_once: bool
) -> None:
    home = fact("I live in Oslo.", value="Oslo", **HOME)
    if at_once and name == "BY ID":
        return
    first = [] if at_once else list(store.remember("ann", home).memory_ids)
    commute = fact(
        "My commute is the 31 bus.", attribute="commute", value="31 bus",
        depends_on=(first[0] if name == "BY ID" else name,),
    )  # fmt: skip
    ids = store.remember("ann", [commute, home] if at_once else [commute]).memory_ids
    assert not store.get_memory("ann", ids[0]).doubtful
    turin = store.remember("ann", fact("I moved to Turin.", value="Turin", **HOME)).memory_ids[0]
    assert store.get_memory("ann", ids[0]).doubtful
    store.retire("ann", turin)
    cities = [one for one in store.list_memories("ann") if one.attribute == "city"]
    assert cities == []
    assert not [one for one in store.recall("ann", "live city Oslo Turin").memories
                if one.memory.attribute == "city"]  # fmt: skip


def test_g21_doubt_reaches_what_depends_on_the_dependant(store: PostgresMemoryStore) -> None:
    home, bus, alarm = store.remember(
        "ann",
        [
            fact("I live in Oslo.", value="Oslo", **HOME),
            fact("I take bus 31.", depends_on=("city",)),
            fact("My alarm rings at six.", depends_on=("I take bus 31.",)),
        ],
    ).memory_ids
    store.retire("ann", home)
    assert [store.get_memory("ann", one).doubtful for one in (bus, alarm)] == [True, True]


@pytest.mark.parametrize("name", ["nothing known", "的", "the", "31", "user"])
def test_a_name_that_means_nothing_links_nothing(store: PostgresMemoryStore, name: str) -> None:
    home = store.remember("ann", fact("I live in Oslo.", value="Oslo", **HOME)).memory_ids[0]
    store.remember("ann", fact("My commute is the 31 bus.", depends_on=(name,)))
    assert store.links("ann", home) == []


def test_dependencies_stay_inside_the_scope(store: PostgresMemoryStore) -> None:
    other = store.remember("bob", fact("I live in Oslo.", value="Oslo", **HOME)).memory_ids[0]
    mine = store.remember("ann", fact("I take bus 31.", depends_on=("Oslo", other))).memory_ids[0]
    assert store.links("ann", mine) == []
    assert store.links("bob", other) == []


def test_links_by_hand(store: PostgresMemoryStore) -> None:
    snow, missed = store.remember("ann", ["It snowed.", "I missed the train."]).memory_ids
    store.link("ann", snow, "causes", missed)
    store.link("ann", snow, "causes", missed)
    (found,) = store.links("ann", missed)
    assert (found.source_id, found.kind, found.target_id) == (snow, "causes", missed)


REFUSED = [("supersedes", InputError), ("likes", InputError), ("causes", NotFoundError)]


@pytest.mark.parametrize(("kind", "error"), REFUSED)
def test_links_that_can_not_be(
    store: PostgresMemoryStore, kind: str, error: type[Exception]
) -> None:
    mine = store.remember("ann", "mine").memory_ids[0]
    with pytest.raises(error):
        store.link("ann", mine, kind, store.remember("bob", "his").memory_ids[0])
    with pytest.raises(InputError):
        store.link("ann", mine, "causes", mine)
