"""A file that a person has changed, or another program has written, is read by its new text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from langchain_core.embeddings import Embeddings

from memory_graph.effects import run
from memory_graph.errors import InputError
from memory_graph.stores.branch import Branch
from memory_graph.stores.commit import Commit
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Turn

pytestmark = pytest.mark.own_database

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Counted(Embeddings):
    """Vectors that count letters; the texts are kept."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return [1.0 + text.lower().count(chr(97 + i)) for i in range(26)]


@pytest.fixture
def store(dsn: str) -> Iterator[PostgresMemoryStore]:
    """Open a store on a fresh database, without vectors."""
    with PostgresMemoryStore(dsn, embeddings="none") as opened:
        yield opened


def city(name: str, when: datetime = NOON) -> Candidate:
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": f"I live in {name}.", "attribute": "city",
         "value": name, "cardinality": "single", "entities": (name,),
         "evidence": {"span": name, "said_at": when}}
    )  # fmt: skip


def changed(records: Any, old: str, **fields: Any) -> list[dict[str, Any]]:
    """The records with other fields in those whose content holds the old words."""
    return [{**one, **fields} if old in one.get("content", "") else one for one in records]


def found(store: PostgresMemoryStore, scope: str, question: str) -> list[str]:
    """What the words of a question find."""
    return [
        one.memory.content
        for one in store.recall(scope, question).memories
        if (one.scores.bm25 or 0) > 0
    ]


def contents(store: PostgresMemoryStore, scope: str) -> list[str]:
    return sorted(one.content for one in store.list_memories(scope))


def test_a_changed_sentence_is_found_by_its_new_words(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["Plays chess.", "Has two cats."], tags=["t"])
    records = changed(store.export("ann"), "chess", content="Plays the violin.")
    assert store.import_("bob", records).memories == 2
    assert found(store, "bob", "violin") == ["Plays the violin."]
    assert found(store, "bob", "chess") == []
    assert store.remember("bob", "Plays the violin").counts["reinforced"] == 1
    assert store.remember("bob", "Plays chess.").counts["added"] == 1
    assert store.list_memories("bob")[-1].tags == ("t",)


def test_before_and_after_a_change_are_two_memories(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["Plays chess.", "Has two cats."])
    records = list(store.export("ann"))
    edited = changed(records, "chess", content="Plays the violin.")
    for scope in ("bob", "ann"):
        store.import_(scope, records)
        assert store.import_(scope, edited).memories == 1
        assert store.import_(scope, edited).memories == 0
        assert contents(store, scope) == ["Has two cats.", "Plays chess.", "Plays the violin."]


def test_a_changed_value_takes_the_slot(store: PostgresMemoryStore) -> None:
    store.remember("ann", city("Oslo"))
    edited = changed(
        store.export("ann"), "Oslo", content="I live in Bergen.", value="Bergen", names=["Bergen"]
    )
    store.import_("bob", edited)
    store.import_("ann", edited)
    for scope in ("bob", "ann"):
        assert contents(store, scope) == ["I live in Bergen."]
        assert store.recall(scope, "Bergen").entities == ("bergen",)
        new = store.remember(scope, city("Turin", NOON + timedelta(days=1)))
        assert new.counts["superseded"] == 1
        assert contents(store, scope) == ["I live in Turin."]


def test_who_was_replaced_points_to_the_changed_one(store: PostgresMemoryStore) -> None:
    for name in ("Oslo", "Turin"):
        store.remember("ann", city(name))
    edited = changed(store.export("ann"), "Turin", content="I live in Bari.", value="Bari")
    store.import_("bob", edited)
    (now,) = store.list_memories("bob")
    old, _ = store.history("bob", now.id)
    assert (now.content, old.content) == ("I live in Bari.", "I live in Oslo.")
    assert old.superseded_by == now.id
    assert [one.kind for one in store.links("bob", now.id)] == ["supersedes"]


def test_a_changed_item_is_found_by_its_new_value(store: PostgresMemoryStore) -> None:
    store.put(("ann", "notes"), "k", {"text": "call the bank"})
    store.put(("ann", "notes"), "hidden", {"text": "call the bank"}, index=False)
    head, *rest = store.export("ann")
    store.import_("bob", [head, *({**one, "data": {"text": "feed the cat"}} for one in rest)])
    hits = {one.key: one.score for one in store.search(("bob",), query="cat")}
    assert hits["k"] is not None
    assert hits["k"] > 0
    assert hits["hidden"] is None
    assert found(store, "bob", "bank") == []


def say(store: PostgresMemoryStore, *texts: str) -> None:
    turns = tuple(
        Turn(role="user", content=text, message_id=f"m{i}", said_at=NOON + timedelta(minutes=i),
             session_id="s", position=i)
        for i, text in enumerate(texts)
    )  # fmt: skip
    run(store.commit_program(Commit("ann", Branch("T", "r1"), turns=turns, nonce="1")))


def test_words_taken_out_of_a_turn_are_gone_from_those_after_it(store: PostgresMemoryStore) -> None:
    say(store, "My code is zanzibar.", "One.", "Two.", "Three.")
    records = list(store.export("ann"))
    store.import_("bob", records)
    assert len(found(store, "bob", "zanzibar")) == 3
    store.import_("eve", changed(records, "zanzibar", content="My code is tangerine."))
    assert found(store, "eve", "zanzibar") == []
    assert len(found(store, "eve", "tangerine")) == 3
    assert [len(store.list_memories(scope)) for scope in ("bob", "eve")] == [4, 4]


def test_only_what_was_changed_gets_a_new_vector(dsn: str) -> None:
    model = Counted()
    with PostgresMemoryStore(dsn, embeddings=model) as store:
        say(store, "My code is zanzibar.", "One.", "Two.", "Three.")
        store.remember("ann", ["Plays chess.", "Has two cats."])
        edited = changed(store.export("ann"), "chess", content="Plays the violin.")
        edited = changed(edited, "zanzibar", content="My code is tangerine.")
        model.texts.clear()
        store.import_("bob", edited)
        assert sorted(set(model.texts)) == [
            "Plays the violin.", "user: My code is tangerine.",
            "user: My code is tangerine.\nuser: One.", "user: One.\nuser: Two.",
        ]  # fmt: skip
        first = store.recall("bob", "Plays the violin.").memories[0]
        assert first.memory.content == "Plays the violin."
        assert first.scores.vector == pytest.approx(1, abs=0.01)


HEADER = {"record": "header", "format": 1, "scope": "ann", "clock": NOON.isoformat(), "memories": 1}


def memory(**fields: Any) -> dict[str, Any]:
    return {
        "record": "memory", "id": str(uuid4()), "tier": "semantic", "kind": "fact",
        "dedupe_key": str(uuid4()), "interval_number": 1, "content": "我喜欢红茶。", "data": {},
        "valid_from": NOON.isoformat(), "recorded_at": NOON.isoformat(),
        "created_at": NOON.isoformat(), **fields,
    }  # fmt: skip


def test_a_file_of_another_program_needs_no_words(store: PostgresMemoryStore) -> None:
    store.import_("bob", [HEADER, memory()])
    assert found(store, "bob", "红茶") == ["我喜欢红茶。"]
    assert store.list_memories("bob")[0].language == "zh"
    assert store.remember("bob", "我喜欢红茶").counts["reinforced"] == 1


def test_two_values_of_one_slot_leave_the_later(store: PostgresMemoryStore) -> None:
    """A file that was put together by hand may hold what no scope can."""
    slot = {"attribute": "city", "cardinality": "single", "subject": "user"}
    later = (NOON + timedelta(days=1)).isoformat()
    store.import_("bob", [
        {**HEADER, "memories": 3},
        memory(content="In Oslo.", value="Oslo", **slot),
        memory(content="In Turin.", value="Turin", valid_from=later, **slot),
        memory(content="In Bari.", value="Bari", **slot),
    ])  # fmt: skip
    assert contents(store, "bob") == ["In Turin."]
    assert len(store.list_memories("bob", with_closed=True)) == 3


UNREADABLE: list[tuple[dict[str, Any], str]] = [
    *(
        ({name: "0001-01-01T00:00:00+14:00"}, name)
        for name in ("valid_from", "valid_to", "event_from", "event_to", "recorded_at",
                     "created_at", "expires_at")
    ),
    *(
        ({name: 10**12}, name)
        for name in ("trust", "version", "position", "word_count", "lexeme_count",
                     "interval_number", "ttl_minutes")
    ),
    ({"word_count": -1}, "word_count"), ({"ttl_minutes": 0}, "ttl_minutes"),
    ({"content": "x" * 4001}, "4000 characters"), ({"content": " "}, "blank"),
    ({"kind": "item"}, "tier"), ({"tier": "item", "kind": "item"}, "namespace"),
    ({"event_from": "2026-05-02T00:00:00Z", "event_to": "2026-05-01T00:00:00Z"}, "event_to"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "words"), UNREADABLE, ids=str)
def test_what_could_not_be_read_back_is_refused(
    store: PostgresMemoryStore, fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        store.import_("bob", [HEADER, memory(**fields)])
    assert "pydantic.dev" not in str(caught.value)
    assert store.list_memories("bob", with_closed=True) == []


def test_words_that_are_no_words_are_made_anew(store: PostgresMemoryStore) -> None:
    """Their column is not for people; whatever stands in it breaks nothing."""
    store.import_("bob", [HEADER, memory(lexemes="'a", conflict_key="x")])
    assert found(store, "bob", "红茶") == ["我喜欢红茶。"]


def test_lines_that_were_not_parsed_are_told(store: PostgresMemoryStore) -> None:
    with pytest.raises(InputError, match=r"json\.loads"):
        store.import_("bob", ['{"record": "header"}'])  # type: ignore[list-item]  # the mistake
