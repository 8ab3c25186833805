"""What happens meanwhile: kills, failures, masking, a second run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from memory_graph.errors import ConflictError, ModelError, SchemaError
from tests.store.reembed.made import MISSING, STATE, Model, Open, by_meaning, fill, vectors

pytestmark = pytest.mark.own_database

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
