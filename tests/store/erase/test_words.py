"""No table holds the erased word any more, in whatever script, window or vector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from langchain_core.embeddings import Embeddings

from memory_graph.stores.branch import Branch
from memory_graph.stores.masking import ERASED
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.erase.told import SECRET, TALK, WORD, contents, fact, tell

pytestmark = pytest.mark.own_database


class Letters(Embeddings):
    """Vectors that count letters, so that a word left in a text would be seen in its vector."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0 + text.lower().count(chr(97 + i)) for i in range(26)] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


@pytest.mark.parametrize("fields", [SECRET, {}], ids=["with a value", "as a sentence"])
@pytest.mark.parametrize("session", ["s", None])
@pytest.mark.parametrize("embeddings", ["none", Letters()])
def test_e4_no_table_holds_the_word_any_more(
    dsn: str, dump: Callable[..., list[str]], fields: dict[str, Any], session: str | None,
    embeddings: Any,
) -> None:  # fmt: skip
    with PostgresMemoryStore(dsn, embeddings=embeddings) as store:
        tell(store, TALK, session=session)
        known = store.remember("ann", fact(f"The secret word is {WORD}.", "m0", **fields))
        summary = store.remember("ann", f"Summary: the word {WORD} was agreed on.").memory_ids[0]
        store.link("ann", summary, "derived_from", known.memory_ids[0])
        assert dump(WORD[:-1])
        receipt = store.erase("ann", known.memory_ids[0])
        assert dump(WORD[:-1]) == []
        assert store.recall("ann", f"secret word {WORD}", kinds=["fact"]).memories == ()
        assert receipt.erased == 2
        assert summary in receipt.ids
        assert len(receipt.turns_masked) == 2
        texts = contents(store)
    assert set(TALK[2:]) <= set(texts)
    assert len(texts) == 5


@pytest.mark.parametrize(
    ("talk", "value", "kept"),
    [
        (["我住在杭州，喜欢喝茶。", "杭州很美！", "去上海吗？"], "杭州", "去上海吗？"),
        (["I live in Ｏｓｌｏ.", "OSLO is nice.", "Osloite minerals"], "Oslo", "Osloite minerals"),
        (["call 555-0199 now", "555-0199?", "call 555-0198"], "555-0199", "call 555-0198"),
    ],
)
def test_values_are_found_in_any_script_and_width(
    store: PostgresMemoryStore, dump: Callable[..., list[str]], talk: list[str], value: str,
    kept: str,
) -> None:  # fmt: skip
    tell(store, talk)
    known = store.remember("ann", fact(talk[0], "m0", attribute="x", value=value))
    store.erase("ann", known.memory_ids)
    assert contents(store)[2] == kept
    assert [text for text in contents(store) if ERASED in text and text != kept] == contents(store)[
        :2
    ]


def test_vectors_and_words_of_following_turns_are_made_anew(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=Letters()) as store:
        tell(store, TALK)
        tell(store, [f"{ERASED}.", f"I noted it: {ERASED}!", *TALK[2:]], scope="bob")
        known = store.remember("ann", fact(f"My secret word is {WORD}.", value=WORD, attribute="w"))
        store.erase("ann", known.memory_ids)
        query = "SELECT position, lexemes::text, embedding::text FROM memory_graph.memories " \
                "WHERE scope = %s ORDER BY position"  # fmt: skip
        with psycopg.connect(dsn) as connection:
            mine = connection.execute(query, ["ann"]).fetchall()
            clean = connection.execute(query, ["bob"]).fetchall()
    assert mine == clean


def test_windows_follow_the_branch_a_turn_stands_on(
    store: PostgresMemoryStore, dump: Callable[..., list[str]]
) -> None:
    first = tell(store, ["Hello."], branch=Branch("T", "r1"))
    tell(
        store, [f"The word is {WORD}.", "Noted.", "Well."], start=1, before=["Hello."],
        branch=Branch("T", "r2", first),
    )  # fmt: skip
    fork = tell(
        store, ["Let us talk of tea.", "Tea it is.", "Green?"], start=1, before=["Hello."],
        branch=Branch("T", "r2b", first),
    )  # fmt: skip
    view = Branch("T", "r3", fork)
    before = store.recall("ann", "tea", branch=view).memories
    known = store.remember("ann", fact(f"The word is {WORD}.", value=WORD, attribute="w"))
    store.erase("ann", known.memory_ids)
    assert dump(WORD[:-1]) == []
    after = store.recall("ann", "tea", branch=view).memories
    assert {one.memory.id for one in before} == {one.memory.id for one in after}
    assert len(after) == 3


def test_words_can_be_named(store: PostgresMemoryStore, dump: Callable[..., list[str]]) -> None:
    tell(store, ["Mira called.", "Ask mira again.", "Admiral!"])
    known = store.remember("ann", "Mira is ill.").memory_ids
    keeps = store.remember("ann", "Mira has a dog.").memory_ids[0]
    receipt = store.erase("ann", known, words=["Mira"])
    assert [text for text in contents(store) if "mira" in text.lower()] == [
        "Mira has a dog.", "Admiral!"
    ]  # fmt: skip
    assert store.get_memory("ann", keeps).is_open
    assert len(receipt.turns_masked) == 2
