"""What each arm of recall finds, and in which order."""

from __future__ import annotations

import pytest

from memory_graph.errors import SchemaError
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Relation
from tests.store.recall.said import NoiseEmbeddings, WordEmbeddings, candidate, contents, say


def test_d1_a_small_tenant_beside_a_large_one_gets_exactly_its_own(
    store: PostgresMemoryStore,
) -> None:
    store.remember("large", [f"note {i} about tea" for i in range(600)])
    store.remember("small", [f"thing {i} of mine" for i in range(30)])
    found = store.recall("small", "thing about tea", limit=20)
    vectors = WordEmbeddings()
    asked = vectors.embed_query("thing about tea")

    def nearness(text: str) -> float:
        return sum(a * b for a, b in zip(asked, vectors.embed_query(text), strict=True))

    assert found.considered == 30
    assert len(found.memories) == 20
    for one in found.memories:
        assert one.scores.vector == pytest.approx(nearness(one.memory.content), abs=0.01)


def test_d2_two_hundred_asked_for_are_two_hundred_returned(store: PostgresMemoryStore) -> None:
    store.remember("ann", [f"note {i} about tea" for i in range(260)])
    assert len(store.recall("ann", "tea", limit=200).memories) == 200
    assert len(store.recall("ann", "tea", limit=1).memories) == 1
    assert len(store.recall("ann", "tea", limit=10_000).memories) == 260


def test_d4_a_fact_one_relation_away_reaches_the_list(store: PostgresMemoryStore) -> None:
    store.remember("ann", [
        candidate("Mira works with Borge", entities=("Mira", "Borge"),
                  relations=(Relation(source="Mira", name="works_with", target="Borge"),)),
        candidate("Borge keeps goats", entities=("Borge",)),
        *(candidate(f"filler number {i} on other matters") for i in range(120)),
    ])  # fmt: skip
    found = store.recall("ann", "Mira", limit=5)
    assert found.entities == ("mira",)
    assert "Borge keeps goats" in contents(found)


@pytest.mark.parametrize("question", ["ZQ-88121", "where is invoice ZQ-88121", "发票 zq-88121"])
def test_d5_a_code_is_first_although_vectors_are_noise(dsn: str, question: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=NoiseEmbeddings()) as store:
        others = [f"invoice number {i} is somewhere" for i in range(300)]
        store.remember("ann", ["invoice ZQ-88121 is paid", "invoice ZQ-88122 is open", *others])
        assert contents(store.recall("ann", question))[0] == "invoice ZQ-88121 is paid"


@pytest.mark.parametrize("question", ["`the`", "的了吗", "& | ! ( )", "'", "\\", "%", "<->", "~"])
def test_d7_questions_of_stop_words_and_signs(store: PostgresMemoryStore, question: str) -> None:
    store.remember("ann", ["red tea"])
    found = store.recall("ann", question)
    assert "bm25" not in found.arms or found.terms
    assert contents(found) == ["red tea"]


def test_d7_without_any_arm_nothing_is_found(lexical: PostgresMemoryStore) -> None:
    lexical.remember("ann", ["red tea"])
    found = lexical.recall("ann", "the")
    assert (found.arms, found.memories, found.considered) == ((), (), 1)


def test_d8_a_very_long_question_keeps_its_rarest_terms(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea", "the code is ZQ-88121"])
    found = store.recall("ann", "some words " * 20_000 + "ZQ-88121")
    assert len(found.terms) <= 48
    assert contents(found)[0] == "the code is ZQ-88121"


@pytest.mark.parametrize("question", ["乌龙", "贺岚", "喜欢 乌龙茶"])
def test_d17_chinese_words_are_found_without_vectors(
    lexical: PostgresMemoryStore, question: str
) -> None:
    lexical.remember("ann", ["贺岚喜欢乌龙茶", "今天下雨", "他住在海边"])
    assert contents(lexical.recall("ann", question))[0] == "贺岚喜欢乌龙茶"


def test_d19_vectors_of_another_embedder_are_refused(dsn: str) -> None:
    with PostgresMemoryStore(dsn, embeddings=WordEmbeddings()) as store:
        store.remember("ann", ["red tea"])
    with (
        PostgresMemoryStore(dsn, embeddings=NoiseEmbeddings()) as store,
        pytest.raises(SchemaError, match="start it with the embedder"),
    ):
        store.recall("ann", "tea")


def test_d20_the_nearest_is_first(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["a b c d", "a b x y", "p q r s"])
    found = store.recall("ann", "a b c d")
    assert contents(found)[0] == "a b c d"
    vectors = [one.scores.vector or 0 for one in found.memories]
    assert vectors == sorted(vectors, reverse=True)


def test_an_answer_is_found_by_its_question(store: PostgresMemoryStore) -> None:
    say(store, "ann", ("assistant", "What pets do you keep"), ("user", "two tortoises"),
        ("assistant", "splendid"))  # fmt: skip
    say(store, "ann", *(("user", f"other {i} remark {i}") for i in range(30)), session="s2")
    assert "two tortoises" in contents(store.recall("ann", "pets keep", limit=3))


def test_a_fact_is_not_drowned_by_turns(store: PostgresMemoryStore) -> None:
    for i in range(12):
        say(store, "ann", ("user", f"let us talk of tea and where tea grows, part {i}"),
            session=f"s{i}")  # fmt: skip
    store.remember("ann", [candidate("The user likes red tea", kind="preference")])
    found = store.recall("ann", "what tea does the user like", limit=3)
    assert "The user likes red tea" in contents(found)


def test_equal_questions_use_one_prepared_text(store: PostgresMemoryStore) -> None:
    from memory_graph.stores.recall import Query
    from memory_graph.stores.recall_statement import numbered_statement, shape_of

    def text(*terms: str) -> object:
        return numbered_statement(shape_of(Query(scope="x", terms=terms)), "memory_graph")

    assert text("a") is text("b", "c", "d", "e")
    assert text("a") is not text("a", "b", "c", "d", "e")


@pytest.mark.parametrize(
    ("listed", "question"),
    [
        (
            "The invoice INV-2026-{:04} from ACME was paid on time.",
            "Which ACME invoices were paid?",
        ),
        ("ACME的第{:04}号发票已经按时付清。", "ACME的哪些发票付清了"),
    ],
)
def test_what_is_alike_but_for_a_number_is_found_whole(
    lexical: PostgresMemoryStore, listed: str, question: str
) -> None:
    lexical.remember("ann", [listed.format(number) for number in range(12)])
    lexical.remember("ann", [f"{word} is in the {place}" for word in ("tea", "bread", "paper")
                             for place in ("larder", "cellar", "garage", "office")])  # fmt: skip
    found = lexical.recall("ann", question, limit=10).memories
    assert ["ACME" in one.memory.content for one in found] == [True] * 10
