"""Export and import: a scope comes back as it was, elsewhere too, and twice is once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.embeddings import Embeddings
from pydantic import TypeAdapter

from memory_graph.effects import run
from memory_graph.errors import InputError
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.queries import load
from memory_graph.types import Candidate, Memory, Relation, Turn

pytestmark = pytest.mark.own_database

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
IDS = ("id", "superseded_by", "scope")


class Letters(Embeddings):
    """Vectors that count letters; calls are counted too."""

    def __init__(self, size: int = 26) -> None:
        self.size = size
        self.calls = 0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.calls += len(texts)
        return [[1.0 + text.lower().count(chr(97 + i)) for i in range(self.size)] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return [1.0 + text.lower().count(chr(97 + i)) for i in range(self.size)]


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def fact(content: str, **fields: Any) -> Candidate:
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": content, **fields,
         "evidence": {"span": content, "said_at": NOON}}
    )  # fmt: skip


def turns(*texts: str) -> tuple[Turn, ...]:
    return tuple(
        Turn(role="user", content=text, message_id=f"m{i}", said_at=NOON + timedelta(minutes=i),
             session_id="s", position=i)
        for i, text in enumerate(texts)
    )  # fmt: skip


def fill(store: PostgresMemoryStore, scope: str) -> None:
    """Everything a scope can hold: branches, intervals, links, relations, items, doubt."""
    slot = {"attribute": "city", "cardinality": "single"}
    first = run(store.commit_program(
        Commit(scope, Branch("T", "r1"), turns=turns("Hello.", "我喜欢红茶。"), nonce="1")
    )).lineage  # fmt: skip
    for root in ("r2", "r2b"):
        run(store.commit_program(
            Commit(scope, Branch("T", root, first), turns=turns(f"On {root}."), nonce=root)
        ))  # fmt: skip
    for city in ("Oslo", "Turin", "Oslo"):
        store.remember(scope, fact(f"I live in {city}.", value=city, entities=(city,), **slot))
    store.remember(scope, fact("I take bus 31.", depends_on=("city",), importance=0.7))
    store.remember(scope, fact("I live in Bergen.", value="Bergen", **slot))
    old = store.remember(scope, "It snowd.", tags=["weather"], data={"a": [1, None]}).memory_ids[0]
    store.revise(scope, old, "It snowed.")
    store.retire(scope, store.remember(scope, "Gone.").memory_ids)
    store.remember(scope, fact(
        "Mira leads Phoenix.", relations=(Relation(source="Mira", name="leads", target="Phoenix"),)
    ))  # fmt: skip
    for text in ("one", "two"):
        store.put((scope, "notes", "deep"), "k", {"text": text, "n": 1.5})


def plain(memory: Memory) -> dict[str, Any]:
    """A memory without what differs between scopes."""
    return memory.model_dump(mode="json", exclude=set(IDS))


def listed(store: PostgresMemoryStore, scope: str) -> list[dict[str, Any]]:
    rows = store.list_memories(scope, with_closed=True, limit=10_000)
    return sorted((plain(one) for one in rows), key=repr)


def dump(dsn: str, scope: str) -> list[str]:
    """Every row of a scope in every table but the clock of the scope."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'memory_graph'"
    with psycopg.connect(dsn) as connection:
        names = [row[0] for row in connection.execute(query) if row[0] not in {"meta", "scopes"}]
        return sorted(
            f"{name} {row[0]}"
            for name in names
            for row in connection.execute(
                psycopg.sql.SQL("SELECT t::text FROM memory_graph.{} t WHERE scope = %s").format(
                    psycopg.sql.Identifier(name)
                ),
                [scope],
            )
        )


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


def test_twice_is_once(store: PostgresMemoryStore, dsn: str) -> None:
    fill(store, "ann")
    records = list(store.export("ann"))
    store.import_("bob", records)
    before = dump(dsn, "bob")
    again = store.import_("bob", records)
    assert (again.memories, again.evidence, again.links, again.closed) == (0, 0, 0, 0)
    assert again.merged == len([one for one in records if one["record"] == "memory"])
    assert dump(dsn, "bob") == before
    assert len(store.audit("bob")) == 1


def test_its_own_export_changes_nothing(store: PostgresMemoryStore, dsn: str) -> None:
    fill(store, "ann")
    before = dump(dsn, "ann")
    store.import_("ann", list(store.export("ann")))
    assert dump(dsn, "ann") == before


def test_what_follows_an_import_works_as_ever(store: PostgresMemoryStore) -> None:
    fill(store, "ann")
    store.import_("bob", store.export("ann"))
    slot = {"attribute": "city", "cardinality": "single"}
    store.remember("bob", fact("I live in Bergen.", value="Bergen", **slot))
    new = store.remember("bob", fact("I live in Oslo.", value="Oslo", **slot)).memory_ids[0]
    cities = [one.value for one in store.list_memories("bob") if one.attribute == "city"]
    assert cities == ["Oslo"]
    assert len(store.history("bob", new)) == 5
    store.put(("bob", "notes", "deep"), "k", {"text": "three"})
    assert len(store.search(("bob", "notes"))) == 1


def test_a_negation_closes_only_what_it_denies(store: PostgresMemoryStore) -> None:
    def remember(scope: str, firm: str, day: int, *, polarity: bool = True) -> None:
        one = fact(
            f"{'Is' if polarity else 'Is not'} at {firm}.", attribute="employer", value=firm,
            cardinality="single", polarity=polarity,
        )  # fmt: skip
        said = one.evidence.model_copy(update={"said_at": NOON + timedelta(days=day)})
        store.remember(scope, one.model_copy(update={"evidence": said}))

    def standing() -> set[str]:
        return {one.content for one in store.list_memories("bob")}

    remember("bob", "Acme", 0)
    for day, (firm, polarity) in enumerate([("Globex", False), ("Umbrella", False)], 1):
        remember("ann", firm, day, polarity=polarity)
    store.import_("bob", store.export("ann"))
    assert standing() == {"Is at Acme.", "Is not at Globex.", "Is not at Umbrella."}
    remember("eve", "Globex", 3)
    store.import_("bob", store.export("eve"))
    assert standing() == {"Is at Globex.", "Is not at Umbrella."}
    remember("fay", "Globex", 4, polarity=False)
    store.import_("bob", store.export("fay"))
    assert standing() == {"Is not at Globex.", "Is not at Umbrella."}


@pytest.mark.parametrize("theirs_is_newer", [True, False])
def test_into_a_scope_that_knows_something(
    store: PostgresMemoryStore, dsn: str, theirs_is_newer: bool
) -> None:
    def remember(scope: str, city: str) -> None:
        when = NOON if scope == "ann" else NOON + timedelta(days=-1 if theirs_is_newer else 1)
        one = fact(f"I live in {city}.", attribute="city", value=city, cardinality="single")
        evidence = one.evidence.model_copy(update={"said_at": when})
        store.remember(scope, one.model_copy(update={"evidence": evidence}))
        store.remember(scope, "I like tea.")

    remember("ann", "Oslo")
    remember("bob", "Turin")
    records = list(store.export("ann"))
    store.import_("bob", records)
    open_now = {one.content: one for one in store.list_memories("bob")}
    assert set(open_now) == {
        "I like tea.", "I live in Oslo." if theirs_is_newer else "I live in Turin."
    }  # fmt: skip
    assert open_now["I like tea."].evidence_count == 2
    assert len(store.list_memories("bob", with_closed=True)) == 3
    before = dump(dsn, "bob")
    store.import_("bob", records)
    assert dump(dsn, "bob") == before


VECTORS = (
    "SELECT content, embedding::text FROM memory_graph.memories WHERE scope = %s ORDER BY 1, 2"
)


@pytest.mark.parametrize("with_vectors", [True, False])
def test_vectors_are_taken_over_or_made_anew(dsn: str, with_vectors: bool) -> None:
    letters = Letters()
    with PostgresMemoryStore(dsn, embeddings=letters, index_fields=["a", "b"]) as store:
        run(store.commit_program(
            Commit("ann", Branch("T", "r1"), turns=turns("Hello.", "I like tea."), nonce="1")
        ))  # fmt: skip
        store.remember("ann", "It snowed.")
        store.put(("ann", "notes"), "k", {"a": "one", "b": "two"})
        records = list(store.export("ann", with_vectors=with_vectors))
        calls = letters.calls
        store.import_("bob", records)
        assert (letters.calls == calls) is with_vectors
        with psycopg.connect(dsn) as connection:
            mine = connection.execute(VECTORS, ["ann"]).fetchall()
            his = connection.execute(VECTORS, ["bob"]).fetchall()
            further = connection.execute(
                "SELECT scope FROM memory_graph.item_vectors ORDER BY 1"
            ).fetchall()
    tier_rows = [row for row in mine if "one" not in row[0]]
    assert [row for row in his if "one" not in row[0]] == tier_rows
    assert all(row[1] for row in tier_rows)
    assert ([("ann",), ("bob",)] if with_vectors else [("ann",)]) == further


@pytest.mark.parametrize("vector", ["[1,2,3]", "[]", "nonsense", "[" + "x," * 25 + "x]"])
def test_vectors_that_do_not_fit_are_made_anew(dsn: str, vector: str) -> None:
    letters = Letters()
    with PostgresMemoryStore(dsn, embeddings=letters) as store:
        store.remember("ann", "It snowed.")
        head, *rest = store.export("ann")
        calls = letters.calls
        store.import_("bob", [head, *({**one, "embedding": vector} for one in rest)])
        assert letters.calls == calls + 1
        assert len(store.recall("bob", "snow").memories) == 1


def test_progress_is_told(store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"Fact number {i}." for i in range(1100)])
    told: list[tuple[int, int]] = []
    report = store.import_("bob", store.export("ann"), progress=lambda *one: told.append(one))
    assert report.memories == 1100
    assert told[-1] == (1100, 1100)
    assert len(told) >= 3
    assert told == sorted(told)


def memory(**changes: Any) -> dict[str, Any]:
    return {
        "record": "memory", "id": str(uuid4()), "tier": "semantic", "kind": "fact",
        "dedupe_key": str(uuid4()), "interval_number": 1, "content": "x", "data": {},
        "valid_from": NOON.isoformat(), "recorded_at": NOON.isoformat(),
        "created_at": NOON.isoformat(), **changes,
    }  # fmt: skip


HEADER = {"record": "header", "format": 1, "scope": "ann", "clock": NOON.isoformat(), "memories": 1}
BAD: list[tuple[list[Any], str]] = [
    ([], "header"), ([memory()], "record 1"), ([HEADER, HEADER], "record 2"),
    ([{**HEADER, "format": 99}], "upgrade"), ([HEADER, memory(scope="eve")], "record 2"),
    ([HEADER, memory(valid_from="soon")], "valid_from"), ([HEADER, memory(tier="x")], "tier"),
    ([HEADER, memory(valid_from="2026-01-01T00:00:00")], "valid_from"),
    ([HEADER, {"record": "nonsense"}], "record 2"), ([HEADER, "text"], "record 2"),
    ([HEADER, memory(confidence=7)], "confidence"),
]  # fmt: skip


@pytest.mark.parametrize(("records", "words"), BAD, ids=[words for _, words in BAD])
def test_bad_records_are_named_and_nothing_is_stored(
    store: PostgresMemoryStore, records: list[Any], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        store.import_("bob", records)
    assert store.list_memories("bob", with_closed=True) == []


def test_an_export_that_breaks_off_is_told_and_its_beginning_stays(
    store: PostgresMemoryStore,
) -> None:
    records = [{**HEADER, "memories": 3}, memory(), memory(content="y")]
    for _ in range(2):
        with pytest.raises(InputError, match="after 2 of 3 memories"):
            store.import_("bob", records)
        assert {one.content for one in store.list_memories("bob")} == {"x", "y"}
    assert store.import_("bob", [*records, memory(content="z")]).memories == 1


def test_an_export_that_breaks_off_among_its_links_is_told(store: PostgresMemoryStore) -> None:
    cause, effect, later = store.remember("ann", ["rain", "wet", "cold"]).memory_ids
    store.link("ann", cause, "causes", effect)
    store.link("ann", cause, "causes", later)
    records = list(store.export("ann"))
    assert (records[0]["memories"], records[0]["links"]) == (3, 2)
    with pytest.raises(InputError, match="after 1 of 2 links"):
        store.import_("bob", records[:-1])
    assert store.import_("bob", records).links == 1


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


def test_a_past_stay_is_not_lost_in_a_closed_one(
    store: PostgresMemoryStore, do: Callable[[str, str, Any], None]
) -> None:
    """The slot is taken by one record of the import; the next says the old value as history."""
    do("ann", "city", "Oslo")
    store.import_("bob", store.export("ann"))
    do("ann", "revise", 0)
    do("ann", "city", "Oslo")
    records = list(store.export("ann"))
    store.import_("bob", records)
    assert {one["content"] for one in listed(store, "bob") if one["closed_at"] is None} == {
        one["content"] for one in listed(store, "ann") if one["closed_at"] is None
    }
    assert store.import_("bob", records).memories == 0


@pytest.mark.parametrize("chunk", [1, 2, 3, 500])
def test_a_past_stay_waits_for_what_takes_the_slot(
    store: PostgresMemoryStore, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """However many records are read at a time, it joins no memory that is closed by a later one."""
    monkeypatch.setattr("memory_graph.stores.transfer.CHUNK", chunk)

    def lives(scope: str, name: str, year: int) -> None:
        slot = {"attribute": "city", "value": name, "cardinality": "single"}
        since = datetime(year, 1, 1, tzinfo=UTC)
        store.remember(scope, fact(f"I live in {name}.", event_from=since, **slot))

    lives("bob", "Oslo", 2020)
    for name, year in (("Turin", 2021), ("Oslo", 2020), ("Bergen", 2022)):
        lives("ann", name, year)
    first, second = store.list_memories("ann")
    store.link("ann", first.id, "causes", second.id)
    records = list(store.export("ann"))
    store.import_("bob", records)
    past = {one.content: one.valid_to for one in store.list_memories("bob")}
    assert past == {one.content: one.valid_to for one in store.list_memories("ann")}
    oslo = next(one for one in store.list_memories("bob") if one.value == "Oslo")
    assert "causes" in {one.kind for one in store.links("bob", oslo.id)}
    assert store.import_("bob", records).memories == 0


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


@pytest.fixture
def do(store: PostgresMemoryStore) -> Callable[[str, str, Any], None]:
    """Do one random thing in a scope."""

    def act(scope: str, what: str, value: Any) -> None:
        if what == "city":
            slot = {"attribute": "city", "value": value, "cardinality": "single"}
            store.remember(scope, fact(f"I live in {value}.", entities=(value,), **slot))
        elif what == "say":
            store.remember(scope, f"{value} is nice.")
        elif what == "put":
            store.put((scope, "notes"), "k", {"text": value})
        else:
            rows = [one for one in store.list_memories(scope) if one.tier != "item"]
            if rows and what == "retire":
                store.retire(scope, rows[value % len(rows)].id)
            elif rows:
                store.revise(scope, rows[value % len(rows)].id, f"Text {uuid4().hex[:6]}.")

    return act


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
