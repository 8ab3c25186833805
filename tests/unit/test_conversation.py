"""From messages to turns: what is new, who spoke, what is masked, which session it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)

from memory_graph.conversation import (
    NOTHING_YET,
    covered_by,
    id_of,
    is_blank,
    last_user_index,
    masked,
    new_messages,
    preceding_texts,
    role_of,
    said_time,
    session_for,
    text_of,
    to_turns,
    unanswered_index,
)
from memory_graph.scope import Scope
from memory_graph.types import Candidate, Evidence, Turn

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
TALK: list[AnyMessage] = [
    SystemMessage("Be kind.", id="s"), HumanMessage("one", id="u1"), AIMessage("two", id="a1"),
    HumanMessage("three", id="u2"), ToolMessage("four", id="x2", tool_call_id="c"),
    AIMessage("five", id="a2"),
]  # fmt: skip


def test_what_precedes_a_turn_are_the_last_words_of_user_and_assistant() -> None:
    assert preceding_texts([*TALK, HumanMessage("six"), HumanMessage("seven")]) == ["three", "five"]
    assert preceding_texts(TALK[:2]) == []
    blank = AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "c"}])
    assert preceding_texts([HumanMessage("one"), blank, HumanMessage("two")]) == ["one"]


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        (None, ["u2", "x2", "a2"]),
        ("gone", ["u2", "x2", "a2"]),
        (NOTHING_YET, ["u1", "a1", "u2", "x2", "a2"]),
        ("s", ["u1", "a1", "u2", "x2", "a2"]),
        ("u1", ["u2", "x2", "a2"]),
        ("a1", ["u2", "x2", "a2"]),
        ("u2", []),
        ("a2", []),
    ],
)
def test_new_messages_begin_with_the_user(recorded: str | None, expected: list[str]) -> None:
    assert [one.id for one in new_messages(TALK, recorded)] == expected


@pytest.mark.parametrize(
    ("earlier", "expected"),
    [
        ([], ["u1", "u2"]),
        ([SystemMessage("Be kind.", id="s")], ["u1", "u2"]),
        ([HumanMessage("old", id="u0"), AIMessage("yes", id="a0")], ["u1", "u2"]),
        ([AIMessage("hello", id="a0")], ["u1", "u2"]),
        ([HumanMessage("old", id="u0"), ToolMessage("4", id="x", tool_call_id="c")], ["u1", "u2"]),
        ([HumanMessage("old", id="u0")], ["u0", "u1", "u2"]),
    ],
)
def test_several_messages_without_a_reply_between_are_new_together(
    earlier: list[AnyMessage], expected: list[str]
) -> None:
    talk: list[AnyMessage] = [
        *earlier, HumanMessage("one", id="u1"), SystemMessage("!", id="s2"),
        HumanMessage("two", id="u2"),
    ]  # fmt: skip
    new = [one.id for one in new_messages(talk, None) if isinstance(one, HumanMessage)]
    assert new == expected
    assert talk[unanswered_index(talk)].id == expected[0]


def test_nothing_is_new_where_nothing_was_said() -> None:
    assert new_messages([], None) == []
    assert new_messages([AIMessage("hi", id="a")], None) == []
    assert last_user_index([]) == 0
    assert last_user_index(TALK) == 3


@pytest.mark.parametrize(
    ("message", "role"),
    [
        (HumanMessage("x"), "user"),
        (AIMessage("x"), "assistant"),
        (ToolMessage("x", tool_call_id="c"), "tool"),
        (SystemMessage("x"), None),
        (RemoveMessage("x"), None),
    ],
)
def test_roles(message: Any, role: str | None) -> None:
    assert role_of(message) == role


def test_turns_are_cleaned_redacted_numbered_and_without_blanks() -> None:
    messages: list[AnyMessage] = [
        HumanMessage("key sk_test_ABCDEFGH12345678", id="u\x001", name="Mi\x00ra"),
        AIMessage("", id="a1"), HumanMessage("?", id="u2"), SystemMessage("x", id="s"),
        AIMessage("fine\x00", id="a2"),
    ]  # fmt: skip
    session = {"id": "s1", "position": 4}
    first, second = to_turns(messages, said_at=NOON, session=session)
    assert "ABCDEFGH" not in first.content
    assert (first.message_id, first.speaker, first.position) == ("u1", "Mira", 4)
    assert (second.content, second.position, second.session_id) == ("fine", 5, "s1")
    assert first.said_at == second.said_at == NOON


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("9999-12-31T23:59:59-05:00", None),
        ("2026-07-01T10:00:00+08:00", "2026-07-01T10:00:00+08:00"),
        ("2026-07-01T10:00:00Z", "2026-07-01T10:00:00+00:00"),
        ("2026-07-01T10:00:00", None),
        ("yesterday", None),
        (17, None),
        (None, None),
    ],
)
def test_when_a_message_was_said(given: object, expected: str | None) -> None:
    found = said_time(HumanMessage("x", additional_kwargs={"said_at": given}))
    assert (found.isoformat() if found else None) == expected


def test_text_is_what_can_be_read() -> None:
    blocks: Any = [{"type": "text", "text": "a\x00b"}, {"type": "image_url", "image_url": "x"}]
    assert text_of(HumanMessage(blocks)) == "ab"
    assert text_of(HumanMessage([])) == ""


@pytest.mark.parametrize(
    ("text", "blank"),
    [("", True), ("\u200b", True), ("x", False), ("好", False), ("❤️", False), ("?", False)],
)
def test_blank_is_what_nobody_sees(text: str, blank: bool) -> None:
    assert is_blank(text) == blank


def test_a_write_covers_the_users_messages_by_id_and_text() -> None:
    covered = covered_by(TALK)
    assert [one.message_id for one in covered] == ["u1", "u2"]
    other = covered_by([HumanMessage("other", id="u1")])
    assert other[0].digest != covered[0].digest
    reworded = [*TALK[:-1], AIMessage("another reply", id="a9")]
    assert covered_by(reworded) == covered
    assert id_of(HumanMessage("x")) is None


def session(last: datetime | None, now: datetime, first: str = "m1", thread: str = "t1") -> Any:
    running = {"id": "old", "position": 7, "last": last.isoformat()} if last else None
    return session_for(
        running, said_at=now, gap_minutes=30, scope=Scope("ann"), thread_id=thread,
        first_message=first,
    )  # fmt: skip


@given(st.integers(-120, 120))
def test_a_long_pause_begins_a_new_session(minutes: int) -> None:
    found = session(NOON, NOON + timedelta(minutes=minutes))
    assert (found["id"] == "old") == (abs(minutes) <= 30)
    assert found["position"] == (7 if abs(minutes) <= 30 else 0)


def test_a_session_is_named_by_content() -> None:
    assert session(None, NOON) == session(None, NOON)
    names = {session(None, NOON, first, thread)["id"] for first in "ab" for thread in "xy"}
    assert len(names) == 4


def candidate(span: str, content: str, value: str | None = None) -> Candidate:
    return Candidate(
        tier="semantic", kind="fact", content=content, value=value, evidence=Evidence(span=span)
    )


PEANUTS = candidate("I am allergic to peanuts.", "The user is allergic to peanuts.", "peanuts")
PEANUTS_ZH = candidate("我对花生过敏。", "用户对花生过敏。", "花生")


@pytest.mark.parametrize(
    ("role", "content", "withheld", "expected"),
    [
        ("user", "Hi. I am allergic to peanuts. Bye.", [PEANUTS], "Hi. [withheld] Bye."),
        ("user", "Hi. Bye.", [PEANUTS], "Hi. Bye."),
        ("user", "Hi. I am allergic to peanuts.", [], "Hi. I am allergic to peanuts."),
        ("assistant", "OK, I'll remember: you are allergic to peanuts.", [PEANUTS], "[withheld]"),
        ("assistant", "No Peanuts, then.", [PEANUTS], "[withheld]"),
        ("assistant", "Glad to hear it.", [PEANUTS], "Glad to hear it."),
        ("user", "你好。我对花生过敏。", [PEANUTS_ZH], "你好。[withheld]"),
        ("assistant", "好的，我记住了：你对花生过敏。", [PEANUTS_ZH], "[withheld]"),
        ("assistant", "今天天气很好。", [PEANUTS_ZH], "今天天气很好。"),
        ("assistant", "Fine.", [candidate("x y z", "…")], "Fine."),
    ],
)
def test_what_was_refused_is_masked(
    role: Any, content: str, withheld: list[Candidate], expected: str
) -> None:
    assert masked(Turn(role=role, content=content), withheld).content == expected
