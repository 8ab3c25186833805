"""Who said it: I, you, and names in the question."""

from __future__ import annotations

import time

import pytest

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.recall.said import DAY, WordEmbeddings, contents, say


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("which book did you recommend", "I recommend the book Dune"),
        ("which book did I recommend", "I recommend the book Emma"),
    ],
)
def test_i_and_you_prefer_the_ones_who_said_it(
    store: PostgresMemoryStore, question: str, first: str
) -> None:
    say(store, "ann", ("user", "I recommend the book Emma"), session="a")
    say(store, "ann", ("assistant", "I recommend the book Dune"), session="b")
    found = store.recall("ann", question)
    assert contents(found)[0] == first
    assert found.speakers == (("assistant",) if "you" in question else ("user",))


def test_a_speaker_who_is_named_is_preferred(store: PostgresMemoryStore) -> None:
    say(store, "ann", ("user", "I ran in the park", "Caroline"),
        ("assistant", "I ran in the park", "Melanie"))  # fmt: skip
    found = store.recall("ann", "Where did Melanie run in the park?")
    assert found.speakers == ("Melanie",)
    assert found.memories[0].memory.speaker == "Melanie"


def test_the_first_recall_of_a_process_is_asked_as_the_next(
    store: PostgresMemoryStore, dsn: str
) -> None:
    """The name of who speaks is left out of the vector, even when the answer tells that he does."""
    say(store, "ann", ("user", "I ran in the park", "Caroline"),
        ("assistant", "I swam in the lake", "Melanie"))  # fmt: skip
    question = "Where did Melanie run in the park?"
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as fresh:
        limits = (60_000, 60_000, None)
        first, second, third = (
            fresh.recall("ann", question, timeout_ms=limit, now=DAY) for limit in limits
        )
    assert first.speakers == ("Melanie",)
    assert first.memories == second.memories == third.memories


class LoadingEmbeddings(WordEmbeddings):
    """Takes its time for the first question, as a model that is loaded then."""

    is_loaded = False

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [super(LoadingEmbeddings, self).embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        if not self.is_loaded:
            time.sleep(1.2)
        self.is_loaded = True
        return super().embed_query(text)


def test_a_model_that_is_loaded_takes_no_time_from_the_question(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=LoadingEmbeddings()) as before:
        say(before, "ann", ("user", "I ran in the park", "Caroline"),
            ("assistant", "I ran in the park", "Melanie"))  # fmt: skip
    with PostgresMemoryStore(dsn, embeddings=LoadingEmbeddings()) as fresh:
        found = fresh.recall("ann", "Where did Melanie run?", timeout_ms=2000)
    assert found.speakers == ("Melanie",)
