"""Remembering: merging, history and slots, dependencies, links, audit, use outside a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from memory_graph.errors import InputError, NotFoundError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, Memory, Relation


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def day(month: int, number: int = 1, year: int = 2026) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def fact(content: str, *, said: datetime | None = None, **fields: Any) -> Candidate:
    return Candidate.model_validate(
        {
            "tier": "semantic", "kind": "fact", "content": content, **fields,
            "evidence": {"span": content, "said_at": said},
        }
    )  # fmt: skip


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


@pytest.mark.parametrize("scope", ["", "  "])
def test_an_empty_scope_is_an_error(store: PostgresMemoryStore, scope: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.remember(scope, "x"), lambda: store.recall(scope, "x"),
        lambda: store.audit(scope), lambda: store.export(scope),
        lambda: store.import_(scope, []), lambda: store.related(scope, "x"),
        lambda: store.erase(scope, everything=True, confirm=scope),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(InputError):
            call()


@pytest.mark.parametrize("user", ["a_b:c", "a", "a_b", "007", "7", "王 五", "a.b@x.io", "%", "a_c"])
def test_f7_scopes_stay_apart(store: PostgresMemoryStore, user: str) -> None:
    others = {"a_b:c", "a", "a_b", "007", "7", "王 五", "a.b@x.io", "%", "a_c"} - {user}
    for other in others:
        store.remember(other, f"secret of {other}")
    store.remember(user, "mine")
    assert [one.content for one in store.list_memories(user)] == ["mine"]


@pytest.mark.parametrize("user", [42, uuid4()])
def test_e17_ids_that_are_no_strings(store: PostgresMemoryStore, user: object) -> None:
    store.remember(user, "mine")  # type: ignore[arg-type]  # what the case is about
    assert store.list_memories(str(user))[0].content == "mine"


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


# Dependencies ----------------------------------------------------------------------------------

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


# Relations -------------------------------------------------------------------------------------


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


# Audit -----------------------------------------------------------------------------------------


def test_the_audit_tells_what_was_done_without_a_word_of_it(store: PostgresMemoryStore) -> None:
    secret = "xylotrope"
    one, two = store.remember("ann", [f"My word is {secret}.", "It snowed."]).memory_ids
    store.link("ann", two, "causes", one)
    new = store.revise("ann", one, f"My word was {secret}.", actor="eve").memory_ids[0]
    store.retire("ann", two, reason=secret)
    store.erase("ann", new)
    entries = store.audit("ann")
    assert [one.action for one in entries] == ["erase", "retire", "revise", "link"]
    assert entries[2].actor == "eve"
    assert entries[2].detail["successor"] == new
    assert secret not in repr(entries)
    older = store.audit("ann", before=entries[1].entry, limit=1)
    assert [one.action for one in older] == ["revise"]
    assert store.audit("bob") == []
    UUID(entries[0].detail["ids"][0])


async def test_g13_the_verbs_work_in_any_loop_without_a_graph(dsn: str) -> None:
    async with PostgresMemoryStore(dsn, embeddings="none") as store:
        ids = (await store.aremember("ann", "I like tea.")).memory_ids
        new = (await store.arevise("ann", ids[0], "I like green tea.")).memory_ids[0]
        assert (await store.aget_memory("ann", new)).content == "I like green tea."
        assert await store.alinks("ann", new)
        assert await store.arelated("ann", "tea") == []
        assert len(await store.aaudit("ann")) == 1
        assert [one async for one in store.aexport("ann")]
        assert (await store.aerase("ann", new)).erased == 2


def test_evidence_of_a_person_counts_more_than_none(store: PostgresMemoryStore) -> None:
    kept = store.remember("ann", Candidate(
        tier="semantic", kind="fact", content="Likes tea.", evidence=Evidence(span="I like tea")
    )).memory_ids[0]  # fmt: skip
    assert store.get_memory("ann", kept).trust == 4
