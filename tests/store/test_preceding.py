"""The messages before a question say what it is about; their words count less than its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from memory_graph.errors import InputError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.recall import Weights

PEOPLE = ("Alba", "Bruno", "Clara", "Nora", "Tilda", "Ugo")
PERSONEN = ("林岚", "周桐", "许舟", "沈禾", "郑柯")
BIRTHDAYS = [f"{name}'s birthday is in spring" for name in PEOPLE] + [
    f"{name}的生日在春天" for name in PERSONEN
]
TALKS = {
    "en": ("When is her birthday?", "I had lunch with {} again.", PEOPLE),
    "zh": ("她的生日是什么时候？", "我又和{}一起吃了午饭。", PERSONEN),
}


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def first(store: PostgresMemoryStore, question: str, **options: Any) -> str:
    return store.recall("ann", question, **options).memories[0].memory.content


@pytest.mark.parametrize("language", TALKS)
@pytest.mark.parametrize("conversation", [False, True])
def test_whom_a_question_is_about_may_stand_before_it(
    store: PostgresMemoryStore, language: str, conversation: bool
) -> None:
    question, before, names = TALKS[language]
    store.remember("ann", BIRTHDAYS)
    for name in names:
        said = ["Shall we go?", before.format(name)]
        assert name in first(store, question, preceding=said, conversation=conversation)


def test_the_words_of_the_question_prevail(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["The boat is moored in Genoa", "The recipe takes saffron and rice"])
    long = "The recipe: saffron, rice, onions, butter, wine; stir the rice, add the saffron."
    assert "Genoa" in first(store, "where is the boat moored?", preceding=[long])


def test_their_weight_is_a_setting(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["Nora sails", "Otto paints"])
    question, before = "and Nora?", ["Otto paints", "Otto paints a lot"]
    heavy, none = Weights(preceding=9), Weights(preceding=0)
    assert "Otto" in first(store, question, preceding=before, weights=heavy)
    assert "Nora" in first(store, question, preceding=before, weights=none)


def test_the_terms_told_are_those_of_the_question(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["Nora sails"])
    assert store.recall("ann", "her boat", preceding=["Nora sails"]).terms == ("boat",)
    alone = store.recall("ann", "?", preceding=["Nora sails"])
    assert [one.memory.content for one in alone.memories] == ["Nora sails"]


def test_the_messages_before_may_come_one_by_one(store: PostgresMemoryStore) -> None:
    store.remember("ann", BIRTHDAYS)
    said: Any = (one for one in ["I had lunch with Nora."])
    assert "Nora" in first(store, "When is her birthday?", preceding=said)


@pytest.mark.parametrize("given", ["Nora", None, 7, [None], [7]])
def test_what_is_no_list_of_messages_is_refused(store: PostgresMemoryStore, given: Any) -> None:
    with pytest.raises(InputError, match="preceding"):
        store.recall("ann", "when", preceding=given)


def test_any_text_may_stand_before(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["Nora sails"])
    odd = ["\x00 '; -- | & ! \\ \ud800", "x" * 100_000, ""]
    assert "Nora" in first(store, "Nora?", preceding=odd)
