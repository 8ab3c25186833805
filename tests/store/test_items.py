"""The BaseStore interface where it is ours: history, walls, memory tiers, vectors, concurrency."""

from __future__ import annotations

import asyncio
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from langchain_core.embeddings import Embeddings
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from psycopg.rows import dict_row

from memory_graph.errors import ConfigurationError, ConflictError, InputError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.shown import shown
from memory_graph.testing import NgramEmbeddings
from memory_graph.types import Candidate, Evidence, Relation

Open = Callable[..., PostgresMemoryStore]
NOTES = ("ann", "notes")
FACTS = ("ann", "semantic")


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores on one fresh database, and close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(**options: Any) -> PostgresMemoryStore:
        settings = replace(Settings(), pool_size=options.pop("pool_size", 2))
        options.setdefault("embeddings", "none")
        opened.append(PostgresMemoryStore(dsn, settings=settings, **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> PostgresMemoryStore:
    """Open a store without a model, as an ordinary user."""
    return open_store()


@pytest.fixture
def rows(dsn: str) -> Callable[..., list[dict[str, Any]]]:
    """Give a function that reads the tables."""

    def read(query: str, **params: Any) -> list[dict[str, Any]]:
        with psycopg.connect(dsn, row_factory=dict_row) as connection:
            connection.execute("SET search_path = memory_graph, public")
            return connection.execute(query.encode(), params).fetchall()

    return read


Rows = Callable[..., list[dict[str, Any]]]
VERSIONS = "SELECT * FROM memories WHERE tier = 'item' ORDER BY recorded_at, interval_number"


@pytest.mark.parametrize(
    "options",
    [
        {"index_fields": "text"},
        {"index_fields": [5]},
        {"walls": "ann"},
        {"walls": [None]},
        {"default_ttl_minutes": 0},
        {"default_ttl_minutes": "5"},
    ],
    ids=repr,
)
def test_options_that_would_be_misread_are_refused_at_once(options: dict[str, Any]) -> None:
    """A string for a list would be read letter by letter, and nothing be found."""
    with pytest.raises(InputError):
        PostgresMemoryStore(embeddings="none", **options)


# History --------------------------------------------------------------------------------------


def test_b20_a_put_keeps_the_version_before_it(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"text": "first"})
    store.put(NOTES, "k", {"text": "second"})
    first, second = rows(VERSIONS)
    assert [first["data"], second["data"]] == [{"text": "first"}, {"text": "second"}]
    assert first["created_at"] == second["created_at"] < second["recorded_at"]
    closing = rows("SELECT * FROM closings")
    assert [(one["memory_id"], one["superseded_by"]) for one in closing] == [
        (first["id"], second["id"])
    ]
    item = store.get(NOTES, "k")
    assert item is not None
    assert (item.created_at, item.updated_at) == (first["created_at"], second["recorded_at"])


def test_history_as_the_verbs_see_it(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"text": "green tea"})
    before = rows("SELECT clock FROM scopes")[0]["clock"]
    store.put(NOTES, "k", {"text": "black coffee"})
    current = rows(VERSIONS)[1]
    told = store.history("ann", str(current["id"]))
    assert [one.data["text"] for one in told] == ["green tea", "black coffee"]
    assert told[0].superseded_by == told[1].id
    assert _recalled(store, "tea coffee") == ["black coffee"]
    assert _recalled(store, "tea coffee", as_of=before) == ["green tea"]


def _recalled(store: PostgresMemoryStore, query: str, **options: Any) -> list[str]:
    return [one.memory.data["text"] for one in store.recall("ann", query, **options).memories]


def test_a_deleted_item_begins_anew(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(NOTES, "k", {"n": 1})
    store.delete(NOTES, "k")
    store.put(NOTES, "k", {"n": 2})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.created_at == item.updated_at
    assert len(rows(VERSIONS)) == 2


def test_a_batch_is_one_write_a_scope(store: PostgresMemoryStore, rows: Rows) -> None:
    ops: list[Any] = [PutOp((who, "x"), f"k{n}", {"n": n}) for n in range(3) for who in "ab"]
    store.batch([*ops, GetOp(("a", "x"), "k1"), PutOp(("a", "x"), "k1", {"n": 9})])
    writes = rows("SELECT scope, tree, thread_id, counts FROM writes ORDER BY scope")
    assert [(one["scope"], one["tree"], one["thread_id"]) for one in writes] == [
        ("a", 0, None),
        ("b", 0, None),
    ]
    assert writes[0]["counts"] == {"items": 4, "items_closed": 1}


def test_reading_and_deleting_nothing_writes_nothing(
    store: PostgresMemoryStore, rows: Rows
) -> None:
    store.get(NOTES, "k")
    store.search(NOTES, query="tea")
    store.delete(NOTES, "k")
    store.delete(FACTS, "k")
    assert rows("SELECT FROM writes") == []


def test_the_statistics_of_a_scope_count_items(store: PostgresMemoryStore, rows: Rows) -> None:
    store.batch([PutOp(NOTES, f"k{n}", {"t": "one two"}, index=["t"]) for n in range(3)])
    store.put(NOTES, "k0", {"t": "three"}, index=False)
    scope = rows("SELECT row_count, lexeme_count FROM scopes")[0]
    assert scope == {"row_count": 4, "lexeme_count": 6}


# Walls ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["a.b", "", "a\x00"])
def test_d14_no_scope_is_never_everyone(store: PostgresMemoryStore, who: str) -> None:
    store.put(NOTES, "k", {"n": 1})
    for op in (SearchOp((who,)), GetOp((who, "notes"), "k")):
        with pytest.raises(InvalidNamespaceError):
            store.batch([op])


def test_an_empty_prefix_needs_walls_or_admin(open_store: Open) -> None:
    store = open_store()
    for who in ("ann", "bob", "eve"):
        store.put((who, "notes"), who, {"n": 1})
    for call in (lambda: store.search(()), store.list_namespaces):
        with pytest.raises(InputError, match="walls"):
            call()
    fenced = open_store(walls=("ann", "bob"))
    assert sorted(item.key for item in fenced.search(())) == ["ann", "bob"]
    assert fenced.list_namespaces(suffix=("notes",)) == [("ann", "notes"), ("bob", "notes")]
    assert len(open_store(admin=True).search(())) == 3


@pytest.mark.parametrize("prefix", [("*",), ("*", "notes")])
def test_a_wildcard_does_not_climb_the_wall(open_store: Open, prefix: tuple[str, ...]) -> None:
    open_store().put(NOTES, "k", {"n": 1})
    condition = (MatchCondition("prefix", prefix),)
    with pytest.raises(InputError):
        open_store().batch([ListNamespacesOp(condition)])
    assert open_store(walls=("bob",)).batch([ListNamespacesOp(condition)]) == [[]]


def test_e7_e8_f7_ids_that_look_alike_stay_apart(store: PostgresMemoryStore) -> None:
    for who in ("ann", "anna", "%", "a_c", "abc", "a_b:c", "a"):
        store.put((who, "notes"), who, {"who": who})
    for who in ("ann", "anna", "%", "a_c", "abc", "a_b:c", "a"):
        assert [item.key for item in store.search((who,))] == [who]
    assert store.list_namespaces(prefix=("a_c",)) == [("a_c", "notes")]


def test_writing_to_several_scopes_in_any_order_does_not_deadlock(open_store: Open) -> None:
    store = open_store(pool_size=4)
    start = threading.Barrier(4)

    def work(turn: int) -> None:
        start.wait()
        for number in range(10):
            names = ["a", "b", "c"] if turn % 2 else ["c", "b", "a"]
            store.batch([PutOp((name, "x"), f"{turn}-{number}", {"n": 1}) for name in names])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert [len(store.search((name,), limit=100)) for name in "abc"] == [40, 40, 40]


def test_twenty_puts_of_one_key_at_once_leave_one_open_version(
    open_store: Open, rows: Rows
) -> None:
    store = open_store(pool_size=4)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: store.put(NOTES, "k", {"n": number}), range(20)))
    versions = rows("SELECT interval_number, isempty(closed) AS is_open FROM memories ORDER BY 1")
    assert [one["interval_number"] for one in versions] == list(range(1, 21))
    assert [one["is_open"] for one in versions] == [False] * 19 + [True]


def test_puts_of_one_key_gathered_from_one_loop_count_as_one(open_store: Open, rows: Rows) -> None:
    """Calls of the same moment are one batch, and of one key in a batch the last counts."""
    store = open_store()

    async def work() -> None:
        await asyncio.gather(*(store.aput(NOTES, "k", {"n": number}) for number in range(20)))

    asyncio.run(work())
    assert rows("SELECT data FROM memories WHERE isempty(closed)") == [{"data": {"n": 19}}]


# Values and errors ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "op",
    [
        PutOp(NOTES, "k", ["a list"]),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": float("nan")}),
        PutOp(NOTES, "k", {"n": 1j}),
        PutOp(NOTES, "k", {1: 2}),  # type: ignore[dict-item]
        PutOp(NOTES, "k", {"n": 1}, index="text"),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, index=True),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, ttl=0),
        PutOp(NOTES, "k", {"n": 1}, ttl=-1),
        PutOp(NOTES, "k", {"n": 1}, ttl=float("inf")),
        PutOp(NOTES, "k", {"n": 1}, ttl=True),
        PutOp(NOTES, "k", {"n": 1}, ttl=10**400),
        PutOp(NOTES, "k", {"n": 1}, ttl=10**5000),
        PutOp(NOTES, "k", 10**5000),  # type: ignore[arg-type]
        PutOp(NOTES, "k", {"n": 1}, ttl="5"),  # type: ignore[arg-type]
        SearchOp(NOTES, limit=-1),
        SearchOp(NOTES, offset=-1),
        SearchOp(NOTES, limit=2**63),
        SearchOp(NOTES, offset=2**63),
        SearchOp(NOTES, query=5),  # type: ignore[arg-type]
        SearchOp(NOTES, query=["tea"]),  # type: ignore[arg-type]
        SearchOp(NOTES, filter={"a": {"$regex": "x"}}),
        ListNamespacesOp((MatchCondition("prefix", ("ann",)),), limit=-1),
        ListNamespacesOp((MatchCondition("prefix", ("ann",)),), limit=2**70),
    ],
    ids=shown,
)
def test_nonsense_is_refused_and_nothing_is_done(
    store: PostgresMemoryStore, rows: Rows, op: Any
) -> None:
    with pytest.raises(InputError):
        store.batch([PutOp(NOTES, "before", {"n": 1}), op])
    assert rows("SELECT FROM memories") == []


def test_f1_f2_what_a_database_can_not_hold_is_removed(store: PostgresMemoryStore) -> None:
    store.put(NOTES, "k", {"a\x00": "tea\x00 time", "b": "deploy \ud83d now", "c": "ok 🇨🇳"})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.value == {"a": "tea time", "b": "deploy  now", "c": "ok 🇨🇳"}
    assert [one.key for one in store.search(NOTES, filter={"a": "tea time"})] == ["k"]


def test_a_large_value_is_stored_whole_and_found_by_its_beginning(
    store: PostgresMemoryStore,
) -> None:
    text = "violin " + "".join(chr(0x4E00 + number % 20_000) for number in range(300_000))
    store.put(NOTES, "k", {"text": text})
    found = store.search(NOTES, query="violin")[0]
    assert found.value == {"text": text}
    assert found.score == pytest.approx(1, abs=0.9)


# Words and vectors ----------------------------------------------------------------------------


class CountedEmbeddings(NgramEmbeddings):
    """Counts what it is asked, and can be made to fail."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[str] = []
        self.fails = False

    def embed_query(self, text: str) -> list[float]:
        if self.fails:
            raise ConnectionError("the model is down")
        self.asked.append(text)
        return super().embed_query(text)


class DullEmbeddings(Embeddings):
    """Finds everything alike."""

    def embed_query(self, text: str) -> list[float]:
        return [1.0, 0.0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]


def test_words_alone_rank_when_there_is_no_model(store: PostgresMemoryStore) -> None:
    texts = {"a": "green tea", "b": "green tea and jasmine", "c": "黑咖啡", "d": "coffee"}
    for key, text in texts.items():
        store.put(NOTES, key, {"t": text}, index=["t"])
    store.put(NOTES, "e", {"t": "green tea"}, index=False)
    found = store.search(NOTES, query="jasmine tea")
    assert [item.key for item in found][:2] == ["b", "a"]
    scores = [item.score for item in found]
    assert scores[0] is not None
    assert scores[1] is not None
    assert 1 >= scores[0] > scores[1] > 0
    assert scores[2:] == [0, 0, None]
    assert store.search(NOTES, query="咖啡")[0].key == "c"


def test_d5_an_exact_code_wins_over_a_weak_model(open_store: Open) -> None:
    store = open_store(embeddings=DullEmbeddings())
    for number in range(30):
        store.put(NOTES, f"k{number}", {"t": f"note {number} of the week"}, index=["t"])
    store.put(NOTES, "it", {"t": "invoice ZQ-88121"}, index=["t"])
    assert store.search(NOTES, query="ZQ-88121")[0].key == "it"


def test_without_a_common_word_the_score_is_the_cosine(open_store: Open) -> None:
    model = NgramEmbeddings(64)
    store = open_store(embeddings=model)
    store.put(NOTES, "k", {"t": "teapots"}, index=["t"])
    score = store.search(NOTES, query="seaports")[0].score
    one, other = model.embed_query("teapots"), model.embed_query("seaports")
    assert score == pytest.approx(sum(a * b for a, b in zip(one, other, strict=True)), abs=1e-3)


def test_further_fields_have_their_vectors_apart_and_only_for_the_open_version(
    open_store: Open, rows: Rows
) -> None:
    store = open_store(embeddings=NgramEmbeddings(64), index_fields=("title", "parts[*]"))
    store.put(NOTES, "k", {"title": "tea", "parts": ["sugar", "milk"]})
    paths = "SELECT path FROM item_vectors ORDER BY ordinal"
    assert [one["path"] for one in rows(paths)] == ["parts[*]", "parts[*]"]
    store.put(NOTES, "k", {"title": "tea", "parts": ["salt", "x", "y"]})
    assert len(rows(paths)) == 3
    found = store.search(NOTES, query="salt")
    assert found[0].score == pytest.approx(1, abs=0.01)
    store.delete(NOTES, "k")
    assert rows(paths) == []


def test_vectors_that_no_column_holds_are_refused_before_anything_is_stored(
    open_store: Open, rows: Rows
) -> None:
    with pytest.raises(ConfigurationError, match=r"20000 numbers.*at most 16000"):
        open_store(embeddings=NgramEmbeddings(20_000)).put(NOTES, "k", {"text": "tea"})
    assert rows("SELECT FROM memories") == []
    assert rows("SELECT FROM meta WHERE key = 'embedder'") == []


def test_a_model_that_is_down_costs_vectors_only(
    open_store: Open, caplog: pytest.LogCaptureFixture
) -> None:
    model = CountedEmbeddings()
    store = open_store(embeddings=model)
    store.put(NOTES, "before", {"t": "green tea"}, index=["t"])
    model.fails = True
    store.put(NOTES, "during", {"t": "black tea"}, index=["t"])
    assert store.search(NOTES, query="black tea")[0].key == "during"
    assert "searched by words only" in caplog.text
    model.fails = False
    assert [item.key for item in store.search(NOTES, query="black")] == ["during", "before"]


def test_each_text_is_embedded_once_a_batch(open_store: Open) -> None:
    model = CountedEmbeddings()
    store = open_store(embeddings=model, index_fields=("t",))
    store.setup()
    model.asked.clear()
    ops: list[Any] = [PutOp(NOTES, f"k{n}", {"t": "same"}) for n in range(3)]
    store.batch([*ops, SearchOp(NOTES, query="what"), SearchOp(NOTES, query="what", offset=1)])
    assert model.asked == ["same", "what"]


# Memory tiers ---------------------------------------------------------------------------------


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


@pytest.mark.parametrize("name", ["scope", "user_id", "tenant", "namespace", "tier", "agent_id"])
def test_b19_a_value_can_not_move_a_memory_to_another_owner(
    store: PostgresMemoryStore, name: str
) -> None:
    memory_id = store.remember("u1", "Ann likes tea").memory_ids[0]
    with pytest.raises(InputError, match=name):
        store.put(("u1", "semantic"), memory_id, {"content": "x", name: "u2"})
    assert store.get_memory("u1", memory_id).content == "Ann likes tea"
    assert store.search(("u2",)) == []


@pytest.mark.parametrize(
    "value",
    [
        {"text": "no content"},
        {"content": " \x00"},
        {"content": 5},
        {"content": "x" * 4001},
        {"content": "x", "kind": "turn"},
        {"content": "x", "kind": "gossip"},
        {"content": "x", "kind": ["fact"]},
        {"content": "x", "event_from": "2026-05-02T00:00Z", "event_to": "2026-05-01T00:00Z"},
        {"content": "x", "importance": 7},
        {"content": "x", "event_from": "yesterday"},
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_value_that_is_no_memory_is_refused(
    store: PostgresMemoryStore, value: dict[str, Any]
) -> None:
    with pytest.raises(InputError) as refused:
        store.put(FACTS, "k", value)
    assert "\n" not in str(refused.value)
    assert store.search(("ann",)) == []


def test_a_memory_is_always_indexed(store: PostgresMemoryStore) -> None:
    with pytest.raises(InputError, match="content"):
        store.put(FACTS, "k", {"content": "x"}, index=False)


def test_one_fact_under_two_keys_is_refused_rather_than_moved(
    store: PostgresMemoryStore,
) -> None:
    store.put(FACTS, "a", {"content": "Ann likes tea"})
    with pytest.raises(ConflictError, match="'a'"):
        store.put(FACTS, "b", {"content": "Ann likes tea."})
    assert [item.key for item in store.search(FACTS)] == ["a"]


@pytest.mark.parametrize(
    ("namespace", "size"),
    [(("{}",), 427), (("{}", "notes"), 400), (("a", "{}"), 600), (("a", "semantic"), 800)],
)
def test_whatever_place_is_taken_fits_the_indexes(
    store: PostgresMemoryStore, namespace: tuple[str, ...], size: int
) -> None:
    """Text that can't be compressed, as long as it may be."""
    word = "".join(random.Random(1).choices([chr(code) for code in range(0x4E00, 0x9FFF)], k=size))
    place = tuple(label.format(word) for label in namespace)
    value = {"content": "tea"}
    store.put(place, word, value)
    item = store.get(place, word)
    assert item is not None
    assert value.items() <= item.value.items()
    assert store.list_namespaces(prefix=place, max_depth=sys.maxsize) == [place]


def test_the_users_own_word_is_not_closed_by_a_new_key(store: PostgresMemoryStore) -> None:
    said = Candidate(
        tier="semantic", kind="fact", content="My city is Rome", attribute="city", value="Rome",
        cardinality="single", evidence=Evidence(role="user", span="My city is Rome"),
    )  # fmt: skip
    memory_id = store.remember("ann", said).memory_ids[0]
    new = {"content": "City: Oslo", "attribute": "city", "value": "Oslo", "cardinality": "single"}
    with pytest.raises(ConflictError, match="Rome"):
        store.put(FACTS, "city", new)
    store.put(FACTS, memory_id, new)
    assert [item.value["value"] for item in store.search(FACTS)] == ["Oslo"]


def test_what_is_said_again_after_its_time_to_live_is_remembered(
    store: PostgresMemoryStore,
) -> None:
    """An expired memory is gone: it neither takes in what is said anew nor hides it."""
    value = {"content": "Ann lives in Rome", "attribute": "home", "value": "Rome",
             "cardinality": "single"}  # fmt: skip
    store.put(FACTS, "home", value, ttl=0.005)
    store.put(FACTS, "drink", {"content": "Ann likes tea"}, ttl=0.005)
    time.sleep(0.5)
    evidence = Evidence(role="user", span="Ann lives in Rome")
    said = Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", **value, "evidence": evidence}
    )
    written = store.remember("ann", [said, Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": "Ann likes tea", "evidence": evidence}
    )])  # fmt: skip
    assert written.counts["new_rows"] == 2
    assert {one.content for one in store.list_memories("ann")} == {
        "Ann lives in Rome", "Ann likes tea",
    }  # fmt: skip
    assert store.remember("ann", said).counts["reinforced"] == 1
    store.put(FACTS, "drink", {"content": "Ann likes tea", "importance": 0.9})
    assert [one.importance for one in store.list_memories("ann") if "tea" in one.content] == [0.9]


def test_ttl_of_a_memory(store: PostgresMemoryStore, rows: Rows) -> None:
    store.put(FACTS, "k", {"content": "The guest code is 1234"}, ttl=0.5)
    minutes = rows("SELECT extract(epoch FROM expires_at - recorded_at) / 60 AS n FROM memories")
    assert float(minutes[0]["n"]) == pytest.approx(0.5, abs=0.1)
    rows_before = store.search(FACTS)
    assert [item.key for item in rows_before] == ["k"]


def test_g11_expired_is_gone_without_a_sweep(
    store: PostgresMemoryStore, dsn: str, rows: Rows
) -> None:
    store.put(NOTES, "k", {"t": "tea"}, ttl=5)
    store.put(FACTS, "k", {"content": "tea"}, ttl=5)
    with psycopg.connect(dsn) as connection:
        connection.execute("UPDATE memory_graph.memories SET expires_at = now()")
    assert store.get(NOTES, "k") is None
    assert store.get(FACTS, "k") is None
    assert store.search(("ann",)) == []
    assert store.search(("ann",), query="tea") == []
    assert store.list_namespaces(prefix=("ann",)) == []
    assert len(rows("SELECT FROM memories")) == 2
    store.put(NOTES, "k", {"t": "new"})
    item = store.get(NOTES, "k")
    assert item is not None
    assert item.created_at == item.updated_at
    assert rows("SELECT reason FROM closings") == [{"reason": "expired"}]


def test_reading_moves_the_expiry_and_not_the_order(store: PostgresMemoryStore) -> None:
    store.put(NOTES, "old", {"n": 1}, ttl=5)
    store.put(NOTES, "new", {"n": 2})
    before = store.get(NOTES, "old", refresh_ttl=True)
    after = store.get(NOTES, "old", refresh_ttl=True)
    assert before == after
    assert [item.key for item in store.search(NOTES)] == ["new", "old"]


def test_a_write_whose_commit_was_not_seen_is_not_done_twice(
    store: PostgresMemoryStore, rows: Rows
) -> None:
    from memory_graph.effects import run
    from memory_graph.stores import items

    batches: list[Any] = []
    transaction = store.engine.transaction

    def twice(work: Any, branch: Any, **options: Any) -> Any:
        batches.append(options)
        yield from transaction(work, branch, **options)
        found = yield from transaction(work, branch, **options)
        return found

    store.engine.transaction = twice  # type: ignore[method-assign]
    assert run(items.run_batch(store, (PutOp(NOTES, "k", {"n": 1}),))) == [None]
    assert batches == [{"repeatable": True, "pipelined": True}]
    assert len(rows(VERSIONS)) == 1
    assert len(rows("SELECT FROM writes")) == 1
