"""Making all vectors anew: what they are made of, use meanwhile, kills, failures, two embedders."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.store.base import get_text_at_path
from psycopg.rows import dict_row
from typer.testing import CliRunner

from memory_graph.cli.app import app
from memory_graph.effects import run
from memory_graph.embeddings import ResolvedEmbeddings
from memory_graph.errors import ConflictError, InputError, ModelError, SchemaError, StoreError
from memory_graph.settings import Settings
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.reembed import item_texts
from memory_graph.testing import NgramEmbeddings
from memory_graph.types import Turn

pytestmark = pytest.mark.own_database

Open = Callable[..., PostgresMemoryStore]


class Model(NgramEmbeddings):
    """An embedder with a name, which can be made to fail or to do something first."""

    def __init__(self, model: str, dimensions: int = 16) -> None:
        super().__init__(dimensions)
        self.model = model
        self.before: Callable[[list[str]], None] = lambda texts: None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.before(texts)
        return super().embed_documents(texts)


@pytest.fixture
def open_store(dsn: str) -> Iterator[Open]:
    """Open stores on one database, by the name of their embedder; close them after the test."""
    opened: list[PostgresMemoryStore] = []

    def open_one(embeddings: Any, schema: str = "memory_graph", **options: Any) -> Any:
        settings = Settings(dsn=dsn, schema=schema, pool_size=2)
        opened.append(PostgresMemoryStore(settings=settings, embeddings=embeddings, **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def query(dsn: str) -> Callable[..., list[dict[str, Any]]]:
    """Give a function that reads the tables of a schema."""

    def read(text: str, schema: str = "memory_graph") -> list[dict[str, Any]]:
        with psycopg.connect(dsn, row_factory=dict_row) as connection:
            connection.execute(f"SET search_path = {schema}, public".encode())
            return connection.execute(text.encode()).fetchall()

    return read


def said(number: int, content: str, role: str = "user", session: str = "s1") -> Turn:
    return Turn.model_validate(
        {
            "role": role, "content": content, "session_id": session, "position": number,
            "said_at": datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=number),
        }
    )  # fmt: skip


DIALOGUE = [said(1, "I live in Rome."), said(2, "How nice!", "assistant"), said(3, "我喜欢红茶。"),
            said(1, "Hello again.", session="s2"), said(2, "x" * 900, session="s2"),
            said(3, "Bye.", "assistant", session="s2")]  # fmt: skip


PARTS = ["text", "tags[*]", "deep.x"]


def fill(store: PostgresMemoryStore, scope: str = "ann") -> None:
    """Stores something of every kind that has vectors."""
    for turn, before in zip(DIALOGUE, [None, *DIALOGUE], strict=False):
        todo = Commit(scope, OUTSIDE, turns=(turn,), before=(before,) if before else (),
                      nonce=turn.content)  # fmt: skip
        run(store.commit_program(todo))
    first = store.remember(scope, ["Likes tea.", "Owns a dog."]).memory_ids[0]
    store.revise(scope, first, "Likes green tea.")
    store.put((scope, "notes"), "whole", {"text": "hello", "tags": ["a", "b"]})
    for text, deep, index in (("hello", "y", PARTS), ("later", "z", [*PARTS[1:], "text"])):
        value = {"text": text, "tags": ["one", "two"], "deep": {"x": deep}}
        store.put((scope, "notes"), "parts", value, index=index)
    store.put((scope, "notes"), "none", {"text": "unindexed"}, index=False)
    store.put((scope, "semantic"), "fact", {"content": "Plays chess."})


# Of a closed item the further vectors are gone, and with them which part its first vector is of.
VECTORS = """
    SELECT tier, kind, content, interval_number, embedding::text AS vector, 0 AS ordinal, '' AS path
      FROM memories WHERE tier <> 'item' OR isempty(closed)
    UNION ALL
    SELECT m.tier, m.kind, m.content, m.interval_number, v.embedding::text, v.ordinal, v.path
      FROM item_vectors v JOIN memories m ON m.scope = v.scope AND m.id = v.memory_id"""
STATE = "SELECT key, value FROM meta WHERE key IN ('embedder', 'reembed') ORDER BY key"
MISSING = """SELECT count(*) AS n FROM memories
              WHERE embedding IS NULL AND (tier <> 'item' OR content <> '')"""


def vectors(query: Callable[..., Any], schema: str) -> list[str]:
    return sorted(json.dumps(row, ensure_ascii=False) for row in query(VECTORS, schema))


def by_meaning(store: PostgresMemoryStore, text: str, scope: str = "ann") -> list[float]:
    """The vector scores of what a question finds."""
    found = store.recall(scope, text).memories
    return [one.scores.vector for one in found if one.scores.vector]


@pytest.mark.parametrize("batch", [1, 3, 64])
def test_the_vectors_are_those_a_new_store_would_have(
    open_store: Open, query: Callable[..., Any], batch: int
) -> None:
    fill(open_store(Model("old")))
    fill(open_store(Model("new", 24), schema="fresh"))
    seen: list[tuple[int, int]] = []
    store = open_store(Model("new", 24))
    report = store.reembed(lambda done, total: seen.append((done, total)), batch=batch)
    assert vectors(query, "memory_graph") == vectors(query, "fresh")
    rows = query("SELECT FROM memories WHERE embedding IS NOT NULL")
    assert (report.memories, report.before, report.embedder) == (
        len(rows), "Model:old", "Model:new"
    )  # fmt: skip
    assert report.dimensions == 24
    assert seen == sorted(seen)
    assert seen[-1] == (len(rows), len(rows))
    assert query(STATE) == [{"key": "embedder", "value": {"name": "Model:new", "dimensions": 24}}]
    assert by_meaning(open_store(Model("new", 24)), "green tea")


def test_again_it_has_nothing_to_do_and_only_fills_gaps(
    open_store: Open, query: Callable[..., Any]
) -> None:
    fill(open_store("none"))
    assert query(MISSING)[0]["n"] == len(query("SELECT FROM memories WHERE content <> ''"))
    store = open_store(Model("first"))
    store.setup()
    assert not by_meaning(store, "green tea")
    assert store.reembed().memories == len(query("SELECT FROM memories WHERE content <> ''"))
    assert store.reembed().memories == 0
    assert query(MISSING) == [{"n": 0}]
    assert by_meaning(store, "green tea")


async def test_it_runs_in_an_event_loop(open_store: Open, query: Callable[..., Any]) -> None:
    old = open_store(Model("old"))
    await old.aremember("ann", ["Likes tea.", "Owns a dog."])
    assert (await open_store(Model("new")).areembed(batch=1)).memories == 2
    assert query(MISSING) == [{"n": 0}]


def test_a_store_with_another_embedder_is_told_what_to_run(open_store: Open) -> None:
    open_store(Model("old")).remember("ann", "Likes tea.")
    with pytest.raises(SchemaError, match=r"vectors of 'Model:old'.*`memory-graph reembed`"):
        open_store(Model("new")).recall("ann", "tea")


def test_a_store_that_still_runs_never_compares_its_vectors_with_others(
    open_store: Open, query: Callable[..., Any]
) -> None:
    old = open_store(Model("old"))  # of the same length, so the server could not tell
    old.remember("ann", "Likes tea.")
    old.put(("ann", "notes"), "k", {"a": "tea", "b": "cup"}, index=["a", "b"])
    assert by_meaning(old, "tea")
    new = open_store(Model("new"))
    new.reembed()
    assert not by_meaning(old, "tea")
    lacking, whole = old.recall("ann", "tea"), new.recall("ann", "tea")
    assert (lacking.degraded, "vector" in lacking.arms, "bm25" in lacking.arms) == (
        True, False, True
    )  # fmt: skip
    for words in ("'Model:new'", "'Model:old'", "start the store anew"):
        assert words in str(lacking.degraded_reason)
    assert (whole.degraded, "vector" in whole.arms) == (False, True)
    assert "degraded" in str(old.recall("ann", "茶", explain=True).explanation)
    assert not old.recall("nobody", "tea").degraded
    assert "Likes tea." in [one.memory.content for one in old.recall("ann", "tea").memories]
    (found,) = old.search(("ann", "notes"), query="saucer")
    assert found.score in (None, 0.0)
    old.remember("ann", "Likes coffee.")
    old.put(("ann", "notes"), "l", {"a": "pot", "b": "jug"}, index=["a", "b"])
    old.remember("bob", "Likes milk.")
    assert query("SELECT content FROM memories WHERE embedding IS NULL ORDER BY content") == [
        {"content": "Likes coffee."}, {"content": "pot\njug"}
    ]  # fmt: skip
    assert by_meaning(old, "milk", "bob")
    assert not by_meaning(open_store(Model("new")), "milk", "bob")
    assert new.reembed().memories == 3
    assert len(by_meaning(open_store(Model("new")), "coffee tea")) >= 2
    assert by_meaning(open_store(Model("new")), "milk", "bob")


def test_export_gives_no_vectors_of_another_embedder(open_store: Open) -> None:
    old = open_store(Model("old"))
    old.remember("ann", "Likes tea.")
    assert [one["embedding"] is None for one in old.export("ann") if one["record"] == "memory"] == [
        False
    ]
    open_store(Model("new")).reembed()
    assert [one["embedding"] is None for one in old.export("ann") if one["record"] == "memory"] == [
        True
    ]


SCRIPT = """
import time
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.testing import NgramEmbeddings

class Model(NgramEmbeddings):
    model = "new"
def progress(done, total):
    print(done, total, flush=True)
    if done >= 5:
        time.sleep(60)
store = PostgresMemoryStore(settings=Settings(dsn=sys.argv[1]), embeddings=Model(24))
store.reembed(progress, batch=1)
"""


def test_after_a_kill_half_way_it_is_usable_and_goes_on(
    dsn: str, open_store: Open, query: Callable[..., Any], python: Callable[..., list[str]]
) -> None:
    fill(open_store(Model("old")))
    fill(open_store(Model("old")), "bob")
    total = len(query("SELECT FROM memories WHERE embedding IS NOT NULL"))
    process = subprocess.Popen(python(SCRIPT, dsn), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if line.split()[0] == "5":
            break
    process.kill()
    process.communicate()
    assert query(STATE) == [
        {"key": "embedder", "value": {"name": "Model:old", "dimensions": 16}},
        {"key": "reembed", "value": {"name": "Model:new", "dimensions": 24}},
    ]
    old = open_store(Model("old"))
    assert "Likes green tea." in [one.memory.content for one in old.recall("ann", "tea").memories]
    assert not by_meaning(old, "tea")
    assert by_meaning(old, "tea", "bob")  # not handed over yet
    with pytest.raises(SchemaError, match="memory-graph reembed"):
        open_store(Model("new", 24)).recall("ann", "tea")
    fill(open_store(Model("new", 24), schema="fresh"))
    fill(open_store(Model("new", 24), schema="fresh"), "bob")
    report = open_store(Model("new", 24)).reembed()
    assert report.memories == total - 5
    assert vectors(query, "memory_graph") == vectors(query, "fresh")
    assert [row["key"] for row in query(STATE)] == ["embedder"]


def test_a_failing_embedder_stops_it_and_nothing_is_lost(
    open_store: Open, query: Callable[..., Any]
) -> None:
    fill(open_store(Model("old")))
    model, calls = Model("new"), []

    def fail(texts: list[str]) -> None:
        calls.append(texts)
        if len(calls) == 4:
            raise RuntimeError("out of order")

    model.before = fail
    store = open_store(model)
    with pytest.raises(ModelError, match="Model:new"):
        store.reembed(batch=2)
    left = query(MISSING)[0]["n"]
    assert left == len(query("SELECT FROM memories WHERE content <> ''")) - 4
    assert store.reembed(batch=2).memories == left


def test_what_is_masked_while_it_is_embedded_does_not_come_back(
    open_store: Open, query: Callable[..., Any]
) -> None:
    old = open_store(Model("old"))
    fill(old)
    model, texts_seen = Model("new"), []

    def erase_once(texts: list[str]) -> None:
        texts_seen.extend(texts)
        if len(texts) > 1 and not model.erased:  # type: ignore[attr-defined]
            model.erased = True  # type: ignore[attr-defined]
            fact = old.remember("ann", "Lives in Rome.").memory_ids[0]
            old.erase("ann", fact, words=["Rome"])

    model.erased = False  # type: ignore[attr-defined]
    model.before = erase_once
    open_store(model).reembed()
    stored = query("SELECT embedding::text AS v FROM memories WHERE kind = 'turn'")
    leaked = [text for text in texts_seen if "Rome" in text]
    assert leaked
    for text in leaked:
        made = [round(x, 2) for x in model.embed_query(text)]
        assert made not in [[round(x, 2) for x in json.loads(row["v"])] for row in stored]


def test_of_two_runs_with_different_embedders_one_ends_with_a_message(open_store: Open) -> None:
    open_store(Model("old")).remember("ann", ["Likes tea.", "Owns a dog."])
    first, second = Model("first"), open_store(Model("second"))

    def meanwhile(texts: list[str]) -> None:
        if "Likes tea." in texts or "Owns a dog." in texts:
            second.reembed()

    first.before = meanwhile
    with pytest.raises(ConflictError, match="by another run"):
        open_store(first).reembed(batch=1)
    assert by_meaning(open_store(Model("second")), "tea")


@pytest.mark.parametrize("batch", [0, -1, 1.5, True, 10_001])
def test_an_impossible_batch_is_refused(open_store: Open, batch: Any) -> None:
    with pytest.raises(InputError, match="batch"):
        open_store(Model("new")).reembed(batch=batch)


# The texts of items ----------------------------------------------------------------------------

LEAVES = st.text("ab\n 红", max_size=5)
VALUES = st.fixed_dictionaries(
    {"a": LEAVES, "b": st.lists(LEAVES, max_size=3), "c": st.fixed_dictionaries({"d": LEAVES})}
)
PATHS = st.lists(st.sampled_from(["a", "b[*]", "b[0]", "c.d", "$"]), min_size=1, max_size=4)


@given(VALUES, PATHS)
def test_the_texts_of_an_item_are_found_again(value: dict[str, Any], paths: list[str]) -> None:
    texts = [
        (path, text) for path in paths for text in get_text_at_path(value, path) if text.strip()
    ]
    if texts:
        content = "\n".join(text for _, text in texts)
        assert item_texts(content, value, [path for path, _ in texts[1:]]) == tuple(
            text for _, text in texts
        )


# The command -----------------------------------------------------------------------------------


@pytest.fixture
def command(dsn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setenv("MEMORY_GRAPH_DSN", dsn)
    monkeypatch.setattr(
        "memory_graph.stores.engine.resolve_embeddings",
        lambda spec: ResolvedEmbeddings("Model:new", Model("new")) if spec != "none" else None,
    )
    return lambda *arguments: CliRunner().invoke(app, ["reembed", *arguments])


def test_the_command_says_what_it_did(open_store: Open, command: Callable[..., Any]) -> None:
    store = open_store("none")
    store.remember("ann", ["Likes tea.", "Owns a dog."])
    done = command("--batch", "1")
    assert done.exit_code == 0, done.output
    assert "2 memories have new vectors of Model:new" in done.stdout
    assert "2 of 2 memories (100 %)" in done.stderr
    again = json.loads(command("--json").stdout)
    assert (again["memories"], again["before"], again["embedder"]) == (0, "Model:new", "Model:new")


def test_a_command_that_is_stopped_says_how_it_goes_on(
    open_store: Open, command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store("none").remember("ann", ["Likes tea.", "Owns a dog."])

    def stop(_line: object, done: int, _total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("memory_graph.cli.reembed.ProgressLine.__call__", stop)
        stopped = command("--batch", "1")
    assert stopped.exit_code == 130
    assert "the same command goes on" in stopped.stderr
    assert "1 memory has new vectors" in command("--batch", "1").stdout


def test_without_an_embedder_the_command_asks_for_one(
    command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_GRAPH_EMBEDDINGS", "none")
    done = command()
    assert done.exit_code == 2
    assert "MEMORY_GRAPH_EMBEDDINGS" in done.stderr


# The same name, another size ------------------------------------------------------------------

SIZES = """
SELECT DISTINCT vector_dims(embedding) AS n FROM memories WHERE embedding IS NOT NULL
UNION SELECT vector_dims(embedding) FROM item_vectors WHERE embedding IS NOT NULL ORDER BY n
"""


def tell(store: PostgresMemoryStore, what: str) -> None:
    """Store something in every way that makes vectors."""
    first, _ = store.remember("ann", [f"Likes green {what}.", f"Owns a {what} pot."]).memory_ids
    store.revise("ann", first, f"Likes black {what}.")
    store.put(("ann", "notes"), what, {"a": what, "b": "cup"}, index=["a", "b"])
    store.put(("ann", "semantic"), what, {"content": f"Has a shelf for {what}."})


def found_by_meaning(store: PostgresMemoryStore, what: str) -> tuple[bool, bool]:
    """Whether recall and search have vectors; both must answer in any case."""
    assert store.recall("ann", what, kinds=["fact"]).memories
    hits = store.search(("ann",), query=f"{what}s")
    return bool(by_meaning(store, what)), bool(hits[0].score)


def test_vectors_of_another_size_are_neither_stored_nor_compared(
    open_store: Open, query: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    tell(open_store(Model("one")), "tea")
    swapped = open_store(Model("one", 24))  # the model behind the name was changed for a while
    tell(swapped, "coffee")
    assert swapped.remember("ann", "Drinks it black.").counts["without_vector"] == 1
    assert "stored without vectors" in caplog.text
    assert "`memory-graph reembed`" in caplog.text
    assert query(SIZES) == [{"n": 16}]
    assert not found_by_meaning(swapped, "coffee")[0]
    back = open_store(Model("one"))
    assert found_by_meaning(back, "tea") == (True, True)
    records = list(swapped.export("ann"))
    assert swapped.import_("bob", records).memories
    assert query(SIZES) == [{"n": 16}]


def test_the_same_model_with_another_size_is_made_anew(
    open_store: Open, query: Callable[..., Any]
) -> None:
    old = open_store(Model("one"))
    tell(old, "tea")
    old.remember("bob", "Likes milk.")
    found_by_meaning(old, "tea")
    seen: list[list[dict[str, Any]]] = []

    def look(done: int, total: int) -> None:
        seen.append(query(SIZES))
        found_by_meaning(old, "tea")
        found_by_meaning(new, "tea")
        if done < 3:
            old.remember("bob", f"Likes milk with {done} lumps.")

    new = open_store(Model("one", 24))
    assert new.reembed(look, batch=1).memories > 2
    assert query(SIZES) == [{"n": 24}]
    assert query(STATE) == [{"key": "embedder", "value": {"name": "Model:one", "dimensions": 24}}]
    assert found_by_meaning(open_store(Model("one", 24)), "tea") == (True, True)
    assert not found_by_meaning(old, "tea")[0]
    assert new.reembed().memories == 0
    told = old.remember("ann", "Has a kettle.")  # a process that was started before
    assert told.counts["without_vector"] == 1
    assert query(SIZES) == [{"n": 24}]


def test_after_a_failure_it_may_go_on_or_back(open_store: Open, query: Callable[..., Any]) -> None:
    model = Model("one", 24)
    tell(open_store(Model("one")), "tea")
    calls: list[int] = []

    def fail(texts: list[str]) -> None:
        calls.append(len(texts))
        if len(calls) == 4:
            raise OSError("the model is away")

    model.before = fail
    with pytest.raises(ModelError):
        open_store(model).reembed(batch=1)
    left = open_store(Model("one", 24)).reembed().memories
    assert 0 < left < len(query("SELECT FROM memories WHERE content <> ''"))
    assert query(SIZES) == [{"n": 24}]
    assert open_store(Model("one")).reembed().memories
    assert query(SIZES) == [{"n": 16}]
    assert found_by_meaning(open_store(Model("one")), "tea") == (True, True)


def test_sizes_that_were_mixed_are_mended(
    open_store: Open, query: Callable[..., Any], dsn: str
) -> None:
    store = open_store(Model("one"))
    tell(store, "tea")
    with psycopg.connect(dsn) as connection:
        connection.execute(
            "UPDATE memory_graph.memories SET embedding = '[1,2,3]' WHERE kind = 'fact'"
        )
    with pytest.raises(StoreError, match="`memory-graph reembed`"):
        store.recall("ann", "tea")
    store.reembed()
    assert query(SIZES) == [{"n": 16}]
    assert found_by_meaning(open_store(Model("one")), "tea") == (True, True)
