"""Memories read and written as items."""

from __future__ import annotations

from langgraph.store.base import GetOp, PutOp, SearchOp

from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, Relation
from tests.store.items.places import FACTS, NOTES


def test_items_and_memories_are_searched_together(store: PostgresMemoryStore) -> None:
    store.remember("ann", "Ann drinks green tea")
    store.put(NOTES, "k", {"text": "tea for two"})
    found = store.search(("ann",), query="tea")
    assert {item.namespace for item in found} == {NOTES, FACTS}
    assert store.list_namespaces(prefix=("ann",)) == [NOTES, FACTS]
    recalled = {one.memory.tier for one in store.recall("ann", "tea").memories}
    assert recalled == {"item", "semantic"}


def test_a_remembered_memory_is_read_by_its_id(store: PostgresMemoryStore) -> None:
    memory_id = store.remember("ann", "Ann lives in Rome", data={"from": "form"}).memory_ids[0]
    item = store.get(FACTS, memory_id)
    assert item is not None
    assert item.value["content"] == "Ann lives in Rome"
    assert item.value["from"] == "form"
    assert store.get(("ann", "episodic"), memory_id) is None
    assert store.get(("bob", "semantic"), memory_id) is None
    assert [one.key for one in store.search(FACTS, filter={"kind": "fact"})] == [memory_id]


def test_put_on_an_id_revises_and_keeps_the_history(store: PostgresMemoryStore) -> None:
    memory_id = store.remember("ann", "Ann lives in Rome").memory_ids[0]
    store.put(FACTS, memory_id, {"content": "Ann lives in Oslo", "importance": 0.9})
    item = store.get(FACTS, memory_id)
    assert item is not None
    assert item.value["content"] == "Ann lives in Oslo"
    assert item.value["importance"] == 0.9
    assert item.created_at < item.updated_at
    told = store.history("ann", memory_id)
    assert [one.content for one in told] == ["Ann lives in Rome", "Ann lives in Oslo"]
    assert told[0].superseded_by == told[1].id
    assert [one.key for one in store.search(FACTS)] == [memory_id]


def test_put_on_an_id_keeps_what_a_value_does_not_say(store: PostgresMemoryStore) -> None:
    """Tags, relations, links and evidence, as ``revise`` does; and the audit tells of it."""
    relation = Relation(source="Ann", name="works on", target="Atlas")
    said = Candidate(
        tier="semantic", kind="relation", content="Ann works on Atlas", entities=("Ann", "Atlas"),
        relations=(relation,), evidence=Evidence(role="user", span="Ann works on Atlas"),
    )  # fmt: skip
    memory_id = store.remember("ann", said, tags=["job"]).memory_ids[0]
    leaning = store.remember("ann", "Ann is in Oslo for Atlas").memory_ids[0]
    store.link("ann", leaning, "depends_on", memory_id)
    item = store.get(FACTS, memory_id)
    assert item is not None

    store.put(FACTS, memory_id, {**item.value, "importance": 0.9})

    newest = store.history("ann", memory_id)[-1]
    assert (newest.importance, newest.tags, newest.trust) == (0.9, ("job",), 4)
    assert newest.evidence_count == 2
    assert [one.entity for one in store.related("ann", "Ann")] == ["Atlas"]
    links = {(one.source_id, one.kind, one.target_id) for one in store.links("ann", newest.id)}
    assert (leaning, "depends_on", newest.id) in links
    assert not store.get_memory("ann", leaning).doubtful
    store.delete(FACTS, memory_id)
    assert store.get_memory("ann", leaning).doubtful
    assert [one.action for one in store.audit("ann")] == ["retire", "revise", "link"]


def test_put_on_a_new_key_remembers_under_it(store: PostgresMemoryStore) -> None:
    value = {"content": "Ann likes tea", "kind": "preference", "mood": {"is": "good"}}
    store.put(FACTS, "drinks", value)
    item = store.get(FACTS, "drinks")
    assert item is not None
    assert value.items() <= item.value.items()
    memory = store.list_memories("ann")[0]
    assert (memory.kind, memory.data, memory.speaker) == (
        "preference", {"mood": {"is": "good"}}, "operator",
    )  # fmt: skip
    assert memory.evidence_count == 1
    store.put(FACTS, "drinks", {"content": "Ann likes coffee"})
    assert [one.value["content"] for one in store.search(FACTS)] == ["Ann likes coffee"]
    assert len(store.history("ann", memory.id)) == 2


def test_what_is_read_can_be_put_back(store: PostgresMemoryStore) -> None:
    value = {
        "content": "Ann moves to Oslo", "subject": "Ann", "attribute": "city", "value": "Oslo",
        "cardinality": "single", "polarity": False, "event_from": "2026-05-01T12:00:00+00:00",
        "entities": ["ann", "oslo"], "confidence": 0.75, "sensitivity": "location", "note": 1,
    }  # fmt: skip
    store.put(FACTS, "k", value)
    first = store.get(FACTS, "k")
    assert first is not None
    assert {name: first.value[name] for name in value} == value
    store.put(FACTS, "k", first.value)
    second = store.get(FACTS, "k")
    assert second is not None
    assert second.value == first.value


def test_the_same_fact_put_over_a_remembered_one_is_one_memory(
    store: PostgresMemoryStore,
) -> None:
    store.remember("ann", "Ann likes tea")
    store.put(FACTS, "k", {"content": "Ann likes tea", "mood": "good"})
    assert [one.key for one in store.search(FACTS)] == ["k"]
    assert store.remember("ann", "Ann likes tea").counts["reinforced"] == 1


def test_delete_retires(store: PostgresMemoryStore) -> None:
    memory_id = store.remember("ann", "Ann likes tea").memory_ids[0]
    store.put(FACTS, "k", {"content": "Ann plays the violin"})
    store.delete(FACTS, memory_id)
    store.delete(FACTS, "k")
    assert store.search(FACTS) == []
    assert store.list_namespaces(prefix=("ann",)) == []
    assert not store.get_memory("ann", memory_id).is_open


def test_puts_and_reads_of_memories_in_one_batch_go_in_order(store: PostgresMemoryStore) -> None:
    results = store.batch(
        [
            PutOp(FACTS, "k", {"content": "one"}),
            GetOp(FACTS, "k"),
            PutOp(NOTES, "k", {"n": 1}),
            PutOp(FACTS, "k", {"content": "two"}),
            SearchOp(("ann",)),
            PutOp(FACTS, "k", None),
            SearchOp(("ann",)),
        ]
    )
    assert results[1].value["content"] == "one"  # type: ignore[union-attr]
    assert {item.namespace for item in results[4]} == {NOTES, FACTS}  # type: ignore[union-attr]
    assert [item.namespace for item in results[6]] == [NOTES]  # type: ignore[union-attr]
