"""Revising: a new version by compare and set, with what belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.errors import ConflictError, InputError, NotFoundError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.revision import moved_value
from memory_graph.types import Candidate


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def fact(content: str, **fields: object) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": content, **fields,
            "evidence": {"span": content, "message_id": "m1", "thread_id": "T"},
        }
    )  # fmt: skip


def at(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)


def home(value: str = "Oslo") -> Candidate:
    return fact(
        f"I live in {value}.", attribute="city", value=value, cardinality="single",
        entities=(value,),
    )  # fmt: skip


def test_the_old_version_is_closed_and_points_to_the_new_one(store: PostgresMemoryStore) -> None:
    old = store.remember("ann", home()).memory_ids[0]
    result = store.revise("ann", old, "I live in Oslo, Norway.")
    (new,) = result.memory_ids
    before, after = store.history("ann", old)
    assert (before.id, before.superseded_by, after.id) == (old, new, new)
    assert [one.id for one in store.list_memories("ann")] == [new]
    assert [one.memory.id for one in store.recall("ann", "Oslo").memories] == [new]
    assert after.valid_from == before.valid_from
    assert after.evidence_count == 2
    assert result.counts["revised"] == 1


CHANGES: list[tuple[str, object]] = [
    ("confidence", 0.3), ("importance", 0.9), ("language", "zh"), ("sensitivity", "location"),
    ("subject", "mum"), ("polarity", False), ("event_from", at(2020)), ("entities", ["Oslo", "Bo"]),
    ("tags", ["new"]), ("data", {"a": 1}), ("value", "Bergen"), ("event_words", "then"),
    ("relations", [{"source": "Bo", "name": "lives in", "target": "Oslo"}]), ("attribute", "town"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), CHANGES)
def test_each_field_can_be_changed_alone(
    store: PostgresMemoryStore, field: str, value: object
) -> None:
    (old,) = store.remember("ann", home()).memory_ids
    (new,) = store.revise("ann", old, changes={field: value}).memory_ids
    found = store.get_memory("ann", new)
    if field == "relations":
        assert [one.entity for one in store.related("ann", "Bo")] == ["Oslo"]
        return
    told = getattr(found, field)
    if field == "entities":
        assert set(told) == {"oslo", "bo"}
    else:
        assert told == (pytest.approx(value) if isinstance(value, float) else _plain(value))
    if field != "event_from":
        with pytest.raises(InputError, match="reads like that already"):
            store.revise("ann", new, changes={field: value})


def test_no_data_at_all_empties_them(store: PostgresMemoryStore) -> None:
    (old,) = store.remember("ann", "Likes tea.", data={"a": 1}).memory_ids
    (new,) = store.revise("ann", old, changes={"data": None}).memory_ids
    assert store.get_memory("ann", new).data == {}


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def test_b16_links_follow_a_typo_fix(store: PostgresMemoryStore) -> None:
    snow, missed = store.remember("ann", [fact("It snowd."), fact("Missed the train.")]).memory_ids
    bus = store.remember("ann", fact("I take the bus.", depends_on=("Missed the train.",)))
    store.link("ann", snow, "causes", missed)
    fixed = store.revise("ann", snow, "It snowed.").memory_ids[0]
    late = store.revise("ann", missed, "Missed the train to work.").memory_ids[0]
    now = {(one.source_id, one.kind, one.target_id) for one in store.links("ann", late)}
    assert (fixed, "causes", late) in now
    assert (bus.memory_ids[0], "depends_on", late) in now
    assert not store.get_memory("ann", bus.memory_ids[0]).doubtful


def test_b16_links_stay_behind_when_the_subject_changes(store: PostgresMemoryStore) -> None:
    old, cause = store.remember("ann", [home(), fact("Got a job in Oslo.")]).memory_ids
    store.link("ann", cause, "causes", old)
    new = store.revise("ann", old, changes={"subject": "Mira"}).memory_ids[0]
    assert {one.kind for one in store.links("ann", new)} == {"supersedes"}
    assert store.get_memory("ann", new).evidence_count == 1


def test_another_value_makes_dependants_doubtful_and_keeps_them_linked(
    store: PostgresMemoryStore,
) -> None:
    old = store.remember("ann", home()).memory_ids[0]
    bus = store.remember("ann", fact("I take bus 31.", depends_on=("city",))).memory_ids[0]
    new = store.revise("ann", old, "I live in Bergen.").memory_ids[0]
    kept = store.get_memory("ann", new)
    assert (kept.value, kept.entities, kept.evidence_count) == ("Bergen", ("bergen",), 1)
    assert store.get_memory("ann", bus).doubtful
    assert {one.source_id for one in store.links("ann", new)} >= {bus}
    assert kept.valid_from > store.get_memory("ann", old).valid_from


MOVED = [
    ("I live in Oslo.", "I live in Bergen.", "Oslo", "Bergen"),
    ("用户住在杭州。", "用户住在上海。", "杭州", "上海"),
    ("I live in Oslo.", "I dwell in Oslo.", "Oslo", "Oslo"),
    ("I live in Oslo.", "I moved away.", "Oslo", None),
    ("I live there.", "I live here.", "Oslo", "Oslo"),
    ("I live in Oslo.", "I live in .", "Oslo", None),
    ("Likes tea.", "Likes it.", None, None),
]


@pytest.mark.parametrize(("old", "new", "value", "moved"), MOVED)
def test_a_value_moves_with_its_text(
    old: str, new: str, value: str | None, moved: str | None
) -> None:
    assert moved_value(old, new, value) == moved


@given(st.text(max_size=8), st.text(max_size=8), st.text(min_size=1), st.text(min_size=1))
def test_a_moved_value_is_always_in_the_new_text(
    before: str, after: str, old: str, new: str
) -> None:
    moved = moved_value(before + old + after, before + new + after, old)
    assert moved is None or moved in before + new + after


@pytest.mark.parametrize(
    "name",
    ["user_id", "scope", "tenant", "owner", "thread_id", "session_id", "tier", "namespace",
     "agent_id", "id", "version", "recorded_at", "kind", "nonsense"],
)  # fmt: skip
def test_b19_whose_memory_it_is_can_not_be_set(store: PostgresMemoryStore, name: str) -> None:
    old = store.remember("U1", "mine").memory_ids[0]
    with pytest.raises(InputError, match=name):
        store.revise("U1", old, changes={name: "U2"})
    assert store.get_memory("U1", old).is_open
    assert store.list_memories("U2") == []


def test_b20_b23_first_seen_stays_and_the_update_time_moves(
    store: PostgresMemoryStore, dsn: str
) -> None:
    old = store.remember("ann", home(), tags=["a"]).memory_ids[0]
    new = store.revise("ann", old, changes={"tags": ["b"]}).memory_ids[0]
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT id::text, created_at, updated_at FROM memory_graph.memories"
        ).fetchall()
    times = {row[0]: row[1:] for row in rows}
    assert times[old][0] == times[new][0]
    assert times[new][1] > times[new][0]
    assert store.get_memory("ann", new).tags == ("b",)
    assert len(store.history("ann", new)) == 2


def test_b23_every_change_of_a_row_moves_its_update_time(
    store: PostgresMemoryStore, dsn: str
) -> None:
    kept = store.remember("ann", home()).memory_ids[0]
    moments = []
    changes: list[Callable[[], object]] = [
        lambda: store.remember("ann", home()), lambda: store.retire("ann", kept)
    ]  # fmt: skip
    with psycopg.connect(dsn, autocommit=True) as connection:
        for change in changes:
            change()
            row = connection.execute("SELECT updated_at FROM memory_graph.memories").fetchone()
            assert row is not None
            moments.append(row[0])
    assert moments == sorted(set(moments))


def test_a_key_and_data_stay_with_the_memory(store: PostgresMemoryStore) -> None:
    store.put(("ann", "semantic"), "home", {"content": "I live in Oslo.", "city": 1})
    (old,) = store.list_memories("ann")
    store.revise("ann", old.id, "I live in Oslo, Norway.")
    item = store.get(("ann", "semantic"), "home")
    assert item is not None
    assert (item.value["content"], item.value["city"]) == ("I live in Oslo, Norway.", 1)


BAD = [
    {"content": " "}, {"content": "x" * 5000}, {"changes": {"importance": 3}},
    {"changes": {"event_from": "soon"}}, {}, {"content": "I live in Oslo."},
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_what_can_not_be_is_refused(store: PostgresMemoryStore, bad: dict[str, object]) -> None:
    old = store.remember("ann", home()).memory_ids[0]
    with pytest.raises(InputError):
        store.revise("ann", old, **bad)  # type: ignore[arg-type]
    assert store.get_memory("ann", old).is_open


def test_conflicts_say_what_to_do(store: PostgresMemoryStore) -> None:
    old = store.remember("ann", home()).memory_ids[0]
    with pytest.raises(ConflictError, match="version 1, not 7"):
        store.revise("ann", old, "I live here.", expected_version=7)
    new = store.revise("ann", old, "I live here.", expected_version=1).memory_ids[0]
    with pytest.raises(ConflictError, match=new):
        store.revise("ann", old, "I live there.")
    with pytest.raises(NotFoundError):
        store.revise("bob", new, "I live there.")
    with pytest.raises(NotFoundError):
        store.revise("ann", "no id", "I live there.")


def test_a_taken_slot_is_a_conflict(store: PostgresMemoryStore) -> None:
    city, tea = store.remember("ann", [home(), fact("Likes tea.")]).memory_ids
    with pytest.raises(ConflictError, match=city):
        store.revise(
            "ann", tea, changes={"attribute": "city", "value": "Rome", "cardinality": "single"}
        )
    assert store.get_memory("ann", tea).is_open


@pytest.mark.parametrize(
    ("content", "value", "new", "expected"),
    [
        ("The user lives in Oslo.", "Oslo", "Rome", "The user lives in Rome."),
        ("用户住在苏州。", "苏州", "杭州", "用户住在杭州。"),
        ("Oslo, always Oslo.", "Oslo", "Rome", "Oslo, always Oslo."),
        ("The user lives up north.", "Oslo", "Rome", "The user lives up north."),
    ],
)
def test_a_new_value_stands_in_the_sentence(
    store: PostgresMemoryStore, content: str, value: str, new: str, expected: str
) -> None:
    slot = {"attribute": "city", "cardinality": "single"}
    (old,) = store.remember("ann", fact(content, value=value, **slot)).memory_ids
    (after,) = store.revise("ann", old, changes={"value": new}).memory_ids
    found = store.get_memory("ann", after)
    assert (found.value, found.content) == (new, expected)


def test_a_negation_takes_the_slot_of_its_own_value_only(store: PostgresMemoryStore) -> None:
    city, tea = store.remember("ann", [home(), fact("Likes tea.")]).memory_ids
    held = store.get_memory("ann", city).value
    said = {"attribute": "city", "cardinality": "single", "polarity": False}
    with pytest.raises(ConflictError, match=city):
        store.revise("ann", tea, changes={**said, "value": held})
    store.revise("ann", tea, changes={**said, "value": "Rome"})
    assert store.get_memory("ann", city).is_open


def test_a_past_value_stays_past_and_takes_no_slot(store: PostgresMemoryStore) -> None:
    """Told today about years ago: it ended when the value of today began."""
    store.remember("ann", home("Bergen").model_copy(update={"event_from": at(2020)}))
    (past,) = store.remember(
        "ann", home("Oslo").model_copy(update={"event_from": at(2010)})
    ).memory_ids
    ended = store.get_memory("ann", past).valid_to
    assert ended == at(2020)
    (new,) = store.revise("ann", past, "I lived in Oslo.").memory_ids
    assert store.get_memory("ann", new).valid_to == ended
    assert [one.value for one in store.list_memories("ann") if one.is_open] == ["Bergen"]


def test_becoming_what_is_known_already_joins_it(store: PostgresMemoryStore) -> None:
    tea, chai = store.remember("ann", [fact("Likes tea."), fact("Likes chai.")]).memory_ids
    assert store.revise("ann", chai, "Likes tea.").memory_ids == (tea,)
    assert [one.id for one in store.list_memories("ann")] == [tea]
    assert store.get_memory("ann", chai).superseded_by == tea


def test_what_joins_another_brings_all_that_was_said_for_it(store: PostgresMemoryStore) -> None:
    """Both were stated in one write; neither statement may be taken for the other."""
    (boat,) = store.remember("ann", "Owns a boat.").memory_ids
    _, dog = store.remember("ann", ["Owns a boat.", "Owns a dog."]).memory_ids
    assert store.revise("ann", boat, "Owns a dog.").memory_ids == (dog,)
    assert store.get_memory("ann", dog).evidence_count == 4


def test_items_and_turns_are_not_revised(store: PostgresMemoryStore) -> None:
    store.put(("ann", "notes"), "k", {"text": "hello"})
    (item,) = store.list_memories("ann")
    with pytest.raises(InputError, match="item"):
        store.revise("ann", item.id, "bye")
