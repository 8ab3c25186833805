"""Times in a question, and what was said last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory_graph.effects import run
from memory_graph.stores.branch import OUTSIDE
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence, Turn
from tests.store.recall.said import DAY, contents, say, told_later


def test_a_time_in_the_question_lifts_and_never_filters(store: PostgresMemoryStore) -> None:
    for day in (1, 9, 20):
        say(store, "ann", ("user", "went out for tea"), session=f"s{day}",
            at=DAY + timedelta(days=day))  # fmt: skip
    now = DAY + timedelta(days=30)
    found = store.recall("ann", "what did we drink on 10 May 2026", now=now)
    assert found.memories[0].memory.session_id == "s9"
    assert len(found.memories) == 3
    assert found.time_parse == "resolved"
    assert "time" in found.arms


def test_a_question_of_nothing_but_a_time_finds_what_was_then(
    store: PostgresMemoryStore,
) -> None:
    for day in range(30):
        text = "the stove was fixed" if day == 16 else f"what I did do today was trip number {day}"
        say(store, "ann", ("user", text), session=f"s{day}", at=DAY + timedelta(days=day))
    now = DAY + timedelta(days=20)
    found = store.recall("ann", "What did I do on 17 May 2026?", now=now, limit=5)
    assert "the stove was fixed" in contents(found)[:2]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("where do I live now?", "I live in Munich"),
        ("我现在住在哪里", "我住在慕尼黑"),
    ],
)
def test_what_is_so_now_is_what_was_said_last(
    lexical: PostgresMemoryStore, question: str, first: str
) -> None:
    for number in range(8):
        lexical.remember("ann", [told_later(f"tea kettle number {number} is on the shelf", number),
                                 told_later(f"茶壶{number}号在架子上", number)])  # fmt: skip
    lexical.remember("ann", [told_later("I live in Berlin now", 0),
                             told_later("我现在住在柏林", 0)])  # fmt: skip
    lexical.remember("ann", [told_later("I live in Munich", 400), told_later("我住在慕尼黑", 400)])
    found = lexical.recall("ann", question, now=DAY + timedelta(days=430))
    assert contents(found)[0] == first


def test_c8_an_unparsed_time_is_said(store: PostgresMemoryStore) -> None:
    store.remember("ann", ["red tea"])
    assert store.recall("ann", "过年喝了什么茶").time_parse == "unparsed"


def test_c1_a_day_is_a_day_in_the_askers_zone(lexical: PostgresMemoryStore) -> None:
    from zoneinfo import ZoneInfo

    shanghai = ZoneInfo("Asia/Shanghai")
    at = datetime(2026, 7, 24, 20, tzinfo=UTC).astimezone(shanghai)
    say(lexical, "ann", ("user", "had noodles"), at=at)
    found = lexical.recall("ann", "25 July", now=datetime(2026, 7, 30, tzinfo=shanghai))
    assert contents(found) == ["had noodles"]
    assert found.memories[0].scores.time == 1.0


def test_a_turn_whose_fact_was_replaced_is_marked_and_gives_way(
    store: PostgresMemoryStore,
) -> None:
    for number, city in enumerate(("Oslo", "Bergen")):
        words = f"I live in {city} now"
        turn = Turn(role="user", content=words, session_id="s", position=number,
                    message_id=f"m{number}", said_at=DAY + timedelta(days=number))  # fmt: skip
        fact = Candidate(
            tier="semantic", kind="fact", content=words, attribute="home", value=city,
            cardinality="single",
            evidence=Evidence(
                span=words, message_id=f"m{number}", thread_id="t", said_at=turn.said_at
            ),
        )  # fmt: skip
        near = store.list_memories("ann", kinds=["fact"])
        todo = Commit("ann", OUTSIDE, operations=tuple(plan_operations([fact], near)),
                      turns=(turn,), source_thread="t", nonce=str(number))  # fmt: skip
        run(store.commit_program(todo))
    found = store.recall("ann", "where does she live now", limit=5)
    marks = {one.memory.content: one.memory.doubtful for one in found.memories}
    assert marks == {"I live in Oslo now": True, "I live in Bergen now": False}
    assert found.memories[-1].memory.content == "I live in Oslo now"
    assert found.memories[-1].memory.kind == "turn"
    assert [one.scores.final for one in found.memories] == sorted(
        (one.scores.final for one in found.memories), reverse=True
    )


@pytest.mark.parametrize("conversation", [False, True])
def test_a_running_conversation_prefers_recent_sessions(
    store: PostgresMemoryStore, conversation: bool
) -> None:
    for i in range(40):
        say(store, "ann", ("user", "the plan of the roof is set"), session=f"s{i:02}",
            at=DAY + timedelta(days=i))  # fmt: skip
    found = store.recall("ann", "the plan of the roof", conversation=conversation,
                         now=DAY + timedelta(days=41))  # fmt: skip
    newest = [one.memory.session_id for one in found.memories[:2]]
    assert (newest == ["s39", "s38"]) or not conversation
