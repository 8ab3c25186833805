"""Vectors are taken over, or made anew."""

from __future__ import annotations

import psycopg
import pytest
from langchain_core.embeddings import Embeddings

from memory_graph.effects import run
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.transfer.filled import turns

pytestmark = pytest.mark.own_database


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
