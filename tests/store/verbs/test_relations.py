"""Relations between entities, over hops."""

from __future__ import annotations

import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Relation
from tests.store.verbs.told import day, fact


def relation(source: str, name: str, target: str) -> Candidate:
    return fact(
        f"{source} {name} {target}.",
        relations=(Relation(source=source, name=name, target=target),),
    )


CHAIN = [("Alice", "works_on", "API"), ("API", "part_of", "Phoenix"), ("Bob", "leads", "Phoenix"),
         ("Bob", "knows", "贺岚")]  # fmt: skip


@pytest.mark.parametrize(
    ("hops", "reached"), [(1, {"API"}), (2, {"API", "Phoenix"}), (3, {"API", "Phoenix", "Bob"})]
)
@pytest.mark.parametrize("name", ["Alice", "ＡＬＩＣＥ ", "alice"])
def test_relations_over_hops(
    store: PostgresMemoryStore, hops: int, reached: set[str], name: str
) -> None:
    ids = [store.remember("ann", relation(*one)).memory_ids[0] for one in CHAIN]
    store.remember("bob", relation("Alice", "hates", "tea"))
    found = store.related("ann", name, hops=hops)
    assert {one.entity for one in found} == reached
    assert all(one.hops == len(one.path) for one in found)
    assert found[0].path[0].memory_id == ids[0]


def test_a_retired_relation_is_no_path(store: PostgresMemoryStore) -> None:
    first, _ = store.remember("ann", [relation(*one) for one in CHAIN[:2]]).memory_ids
    store.retire("ann", first)
    assert store.related("ann", "Alice", hops=3) == []


def test_circles_and_hubs_end(store: PostgresMemoryStore) -> None:
    ring = [("A", "x", "B"), ("B", "x", "C"), ("C", "x", "A")]
    hub = [("A", "x", f"n{i}") for i in range(60)]
    store.remember("ann", [relation(*one) for one in [*ring, *hub]])
    found = store.related("ann", "A", hops=3, limit=1000)
    assert all(len({one.source for one in path.path} | {one.target for one in path.path})
               == path.hops + 1 for path in found)  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        {"hops": 0},
        {"hops": 4},
        {"limit": 0},
        {"entity": " "},
        {"as_of": day(1).replace(tzinfo=None)},
    ],
)
def test_related_says_what_it_can_not_do(
    store: PostgresMemoryStore, bad: dict[str, object]
) -> None:
    with pytest.raises(InputError):
        store.related("ann", **{"entity": "Alice", **bad})  # type: ignore[arg-type]
