"""What remember makes of what it is given: intervals, repetitions, blanks, names, ids."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import psycopg
import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, Memory, Relation
from tests.store.verbs.told import day, fact


def team(name: str, said: datetime, start: datetime, end: datetime | None = None) -> Candidate:
    return fact(
        f"On team {name}.", said=said, attribute="team", value=name, cardinality="single",
        event_from=start, event_to=end,
    )  # fmt: skip


def spans(memories: list[Memory]) -> list[tuple[str | None, datetime, datetime | None]]:
    found = [(one.value, one.valid_from, one.valid_to) for one in memories]
    return sorted(found, key=lambda one: one[1])


THREE = [
    ("Red", day(1), day(4)), ("Blue", day(4), day(7)), ("Red", day(7), None)
]  # fmt: skip

TOLD = {
    "as it happens": [[team("Red", day(1), day(1))], [team("Blue", day(4), day(4))],
                      [team("Red", day(7), day(7))]],
    "afterwards, one by one": [[team("Red", day(8), day(1), day(4))],
                               [team("Blue", day(8), day(4), day(7))],
                               [team("Red", day(8), day(7))]],
    "afterwards, at once": [[team("Red", day(8), day(1), day(4)),
                             team("Blue", day(8), day(4), day(7)), team("Red", day(8), day(7))]],
    "the present first": [[team("Red", day(8), day(7))], [team("Blue", day(8), day(4), day(7))],
                          [team("Red", day(8), day(1), day(4))]],
    "late, with the day it began": [[team("Red", day(1), day(1))], [team("Blue", day(5), day(4))],
                                    [team("Red", day(9), day(7))]],
}  # fmt: skip


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD.keys())
def test_b4_a_fact_that_becomes_true_again_has_three_intervals(
    store: PostgresMemoryStore, told: list[list[Candidate]]
) -> None:
    for batch in told:
        store.remember("ann", batch)
    assert spans(store.list_memories("ann", with_closed=True)) == THREE
    current = [one.value for one in store.list_memories("ann") if one.valid_to is None]
    assert current == ["Red"]


@pytest.mark.parametrize("at_once", [False, True])
def test_b5_late_history_does_not_override_the_present(
    store: PostgresMemoryStore, at_once: bool
) -> None:
    slot: dict[str, Any] = {"attribute": "drink", "cardinality": "single"}
    now = fact("Drinks coffee.", said=day(6), value="coffee", **slot)
    past = fact(
        "Drank only tea.", said=day(6, 2), value="tea", event_from=day(6, year=2024), **slot
    )
    for batch in [[now, past]] if at_once else [[now], [past]]:
        store.remember("ann", batch)
    open_now = [one.value for one in store.list_memories("ann") if one.valid_to is None]
    assert open_now == ["coffee"]
    assert spans(store.list_memories("ann", with_closed=True))[0] == (
        "tea", day(6, year=2024), day(6)
    )  # fmt: skip


@pytest.mark.parametrize(
    "texts",
    [["Red tea.", "I like red tea.", "red tea!"], ["我喜欢红茶。", "我喜欢红茶", "我喜欢 红茶！"]],
)
def test_b11_the_same_in_one_batch_is_one_row(store: PostgresMemoryStore, texts: list[str]) -> None:
    store.remember(
        "ann", [fact(one, attribute="likes", value="red tea") for one in texts]
    )  # fmt: skip
    assert len(store.list_memories("ann")) == 1


def test_a_key_stands_for_one_call(store: PostgresMemoryStore) -> None:
    first = store.remember("ann", ["Plays chess", "Has two cats"], idempotency_key="job-7")
    again = store.remember("ann", ["Plays chess", "Has two cats"], idempotency_key="job-7")
    assert (again.already, again.number) == (True, first.number)
    for other in ("Plays go", ["Has two cats", "Plays chess"], "Plays chess"):
        with pytest.raises(InputError, match="'job-7' was used for other memories"):
            store.remember("ann", other, idempotency_key="job-7")
    assert not store.remember("bob", "Plays go", idempotency_key="job-7").already
    for blank in ("", "  "):
        with pytest.raises(InputError, match="is blank"):
            store.remember("ann", "Plays go", idempotency_key=blank)


UNSEEN = ("", " ", "\u200b", "\u200d \u2060", "\ufe0f", "\u00ad\n\u200e")


@pytest.mark.parametrize("blank", UNSEEN)
def test_what_can_not_be_seen_is_blank(store: PostgresMemoryStore, blank: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.remember("ann", blank),
        lambda: store.remember("ann", fact(blank or " ")),
        lambda: store.put(("ann", "semantic"), "k", {"content": blank}),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"is blank|non-empty 'content'"):
            call()
    assert store.list_memories("ann") == []
    assert store.recall("ann", blank).arms == ()


@pytest.mark.parametrize("blank", UNSEEN)
def test_a_name_that_can_not_be_seen_is_dropped(store: PostgresMemoryStore, blank: str) -> None:
    relations = (Relation(source=blank, name="knows", target="Bo"),
                 Relation(source="王五", name="knows", target="Bo"))  # fmt: skip
    told = fact("Ann met Bo.", entities=(blank, "Ann"), relations=relations)
    memory = store.get_memory("ann", store.remember("ann", told).memory_ids[0])
    assert memory.entities == ("ann", "bo", "王五")
    assert store.stats("ann").entities == 3
    assert [one.entity for one in store.related("ann", "Bo")] == ["王五"]


TWINS = {
    "twice": (["Likes tea", "Plays go", "Likes tea"], [0, 1, 0]),
    "所有都一样": (["喜欢茶", "喜欢茶。"], [0, 0]),
    "what is known": (["Known.", "Plays go", "known", "Plays go"], ["known", 1, "known", 1]),
    "one that closes several": (
        [fact("On team Green.", attribute="team", value="Green", cardinality="single"), "Plays go"],
        [0, 1],
    ),
    "replaced in the same breath": (
        [fact(f"Lives in {one}.", attribute="home", value=one, cardinality="single")
         for one in ("Rome", "Oslo")] + ["Plays go"],
        ["", 1, 2],
    ),
    "taken back": (
        [fact("Forget the teams.", attribute="team", retires=True), "Plays go"], ["team", 1],
    ),
    "nothing to take back": ([fact("Forget it.", replaces_hint="zebra", retires=True)], [""]),
}  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), TWINS.values(), ids=TWINS.keys())
def test_ids_match_what_was_given(
    store: PostgresMemoryStore, given: list[str | Candidate], expected: list[int | str]
) -> None:
    known = store.remember("ann", "Known.").memory_ids[0]
    teams = [fact(f"On team {one}.", attribute="team", value=one) for one in ("Red", "Blue")]
    team, _ = [store.remember("ann", one).memory_ids[0] for one in teams]
    written = store.remember("ann", given, idempotency_key="k")
    names = {"known": known, "team": team, "": ""}
    ids = written.memory_ids
    assert [names[one] if isinstance(one, str) else ids[one] for one in expected] == list(ids)
    new = {ids[one] for one in expected if isinstance(one, int)}
    assert "" not in new
    assert len(new) == len({one for one in expected if isinstance(one, int)})
    contents = {one if isinstance(one, str) else one.content for one in given}
    assert all(store.get_memory("ann", one).content in contents for one in new)
    again = store.remember("ann", given, idempotency_key="k")
    assert again.already == (written.number is not None)
    assert again.memory_ids == ids


def test_b11_repeated_words_without_a_value_are_one_row(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["I like red tea.", "I like red tea!", "i like  red tea"])
    assert len(store.list_memories("ann")) == 1


@pytest.mark.parametrize(
    ("raw", "stored"),
    [("tea\x00 time", "tea time"), ("deploy \ud83d now", "deploy  now"), ("\x07bell", "bell"),
     ("ok 👩‍👩‍👧‍👦 🇨🇳", "ok 👩‍👩‍👧‍👦 🇨🇳")],
)  # fmt: skip
def test_f1_f2_f4_every_verb_stores_clean_text(
    store: PostgresMemoryStore, raw: str, stored: str
) -> None:
    first = store.remember("ann", raw, data={"a\x00": raw}).memory_ids[0]
    kept = store.get_memory("ann", first)
    assert kept.content == stored
    assert list(kept.data) == ["a"]
    second = store.revise("ann", first, "again " + raw).memory_ids[0]
    assert store.get_memory("ann", second).content == "again " + stored


def test_f8_spellings_of_a_name_are_one_entity(store: PostgresMemoryStore, dsn: str) -> None:
    for index, name in enumerate(["Ｍｉｒａ", "MIRA", "Mira", "mira "]):
        store.remember("ann", fact(f"Fact {index}.", entities=(name,)))
    with psycopg.connect(dsn) as connection:
        names = connection.execute("SELECT normal_name FROM memory_graph.entities").fetchall()
        mentions = connection.execute("SELECT count(*) FROM memory_graph.mentions").fetchone()
    assert names == [("mira",)]
    assert mentions == (4,)


def test_evidence_of_a_person_counts_more_than_none(store: PostgresMemoryStore) -> None:
    kept = store.remember("ann", Candidate(
        tier="semantic", kind="fact", content="Likes tea.", evidence=Evidence(span="I like tea")
    )).memory_ids[0]  # fmt: skip
    assert store.get_memory("ann", kept).trust == 4
