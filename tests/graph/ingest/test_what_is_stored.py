"""What a file gives: turns, facts, sessions; for whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_graph.context import MemoryContext
from memory_graph.effects import run as run_program
from memory_graph.errors import InputError
from memory_graph.ingest import IngestOptions, IngestReport, ingest_file
from memory_graph.ingest.write import Batch
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.ingest.talk import TALK, everything, lines, options, said, written

pytestmark = pytest.mark.own_database


def test_turns_and_facts_are_stored(store: PostgresMemoryStore, tmp_path: Path) -> None:
    report = ingest_file(store, written(tmp_path, lines(TALK)), options(thread_id="t1"))
    assert (report.turns, report.new_turns) == (10, 10)
    assert report.withheld == {"sensitive_health": 1}
    assert report.memories["superseded"] == 1
    found = everything(store)
    turns = [one for one in found if one.kind == "turn"]
    assert sorted(one.position for one in turns if one.position is not None) == list(range(10))
    assert {one.thread_id for one in found} == {"t1"}
    assert len({one.session_id for one in turns}) == 1
    homes = {one.value: one.closed_at is None for one in found if one.attribute == "lives_in"}
    assert homes == {"Oslo": False, "Turin": True}
    assert not any("peanuts" in one.content for one in found)
    assert any("[withheld]" in one.content for one in turns)
    assert [one.memory.kind for one in store.recall("ann", "peanuts").memories] == []


def test_without_extraction_only_turns(store: PostgresMemoryStore, tmp_path: Path) -> None:
    report = ingest_file(store, written(tmp_path, lines(TALK)), options(extract=False))
    assert report.memories == {}
    assert {one.kind for one in everything(store)} == {"turn"}
    assert len(everything(store)) == 10


def test_the_answer_is_found_by_its_question(store: PostgresMemoryStore, tmp_path: Path) -> None:
    talk = [("user", "x")] * 3 + [("user", "Which colour is the kayak?"), ("user", "Green.")]
    ingest_file(store, written(tmp_path, lines(talk)), options())
    found = [one.memory.content for one in store.recall("ann", "colour of the kayak").memories]
    assert "Green." in found  # question and answer lie in two batches


def test_pauses_make_sessions(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK, minutes=45))
    ingest_file(store, path, options(gap_minutes=30))
    assert len({one.session_id for one in everything(store) if one.kind == "turn"}) == 10


def test_people_stay_apart(store: PostgresMemoryStore, tmp_path: Path) -> None:
    path = written(tmp_path, lines(TALK))
    users = ["a.b@x.io", "王 五", "007", "%", "x" * 300]
    for user in users:
        assert ingest_file(store, path, options(user)).new_turns == 10
    assert everything(store, "7") == []
    with pytest.raises(InputError, match="user_id"):
        ingest_file(store, path, options(""))


@pytest.mark.parametrize(
    "who",
    [
        {"user_id": "a.b@x.io"},
        {"user_id": "王.五"},
        {"user_id": "50%:x"},
        {"user_id": "ann", "tenant": "acme"},
        {"user_id": "a.b", "tenant": "x.io", "agent_id": "helper"},
    ],
)
def test_facts_meet_those_of_the_same_person_whatever_the_id(
    store: PostgresMemoryStore, tmp_path: Path, who: dict[str, str]
) -> None:
    found = IngestOptions(MemoryContext(**who))
    path = written(tmp_path, lines([("user", "I live in Berlin.")]))
    ingest_file(store, path, found)
    path = written(
        tmp_path, lines([("user", "I live in Berlin."), ("user", "I live in Munich now.")])
    )
    assert ingest_file(store, path, found).memories["superseded"] == 1
    homes = store.list_memories(found.context.scope, kinds=["fact"], with_closed=True)
    assert {one.value: one.is_open for one in homes} == {"Berlin": False, "Munich": True}
    done = run_program(Batch(store, found, None, IngestReport(), said(path, found)).is_done())
    assert done
    again = ingest_file(store, path, found)
    assert (again.new_turns, again.memories) == (0, {})


@pytest.mark.parametrize("thread", [None, "t1"])
def test_a_turn_whose_fact_was_closed_since_is_marked(
    store: PostgresMemoryStore, tmp_path: Path, thread: str | None
) -> None:
    """With and without a thread; the marks decide what a prompt says of a turn."""
    found = IngestOptions(MemoryContext(user_id="ann"), thread_id=thread)
    told = [("user", "I live in Berlin."), ("user", "I live in Munich now."), ("user", "Hi Tom.")]
    ingest_file(store, written(tmp_path, lines(told)), found)
    recalled = store.recall("ann", "Where does the user live?", limit=20).memories
    marks = {one.memory.content: one.memory.doubtful for one in recalled
             if one.memory.kind == "turn"}  # fmt: skip
    assert marks["I live in Berlin."]
    assert not marks["I live in Munich now."]
