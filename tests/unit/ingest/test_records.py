"""Messages in all their written forms, and what is wrong with bad ones."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.load import dumpd
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    message_to_dict,
)

from memory_graph.ingest.records import BadRecord, Reading, Record, Skipped, read_record
from memory_graph.ingest.times import BadTime, read_time

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
SHANGHAI = ZoneInfo("Asia/Shanghai")
STRICT = Reading()


def line(**changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"role": "user", "content": "hi", "timestamp": "2026-07-01T12:00Z"}
    fields |= changes
    return {name: value for name, value in fields.items() if value is not ...}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (line(), Record("user", "hi", NOON)),
        (line(role="Human "), Record("user", "hi", NOON)),
        (line(role="ai", name=" Bo  Li "), Record("assistant", "hi", NOON, "Bo Li")),
        (line(role="function"), Record("tool", "hi", NOON)),
        (line(id=7, session_id="s1"), Record("user", "hi", NOON, None, "7", "s1")),
        (line(name=""), Record("user", "hi", NOON)),
        (line(content="a\x00b\ud800"), Record("user", "ab", NOON)),
        (line(content=["a", {"type": "text", "text": "b"}, {"type": "image_url"}]),
         Record("user", "ab", NOON)),
        (line(timestamp=1782907200), Record("user", "hi", NOON)),
        (line(timestamp=..., created_at="2026-07-01T20:00:00+08:00"), Record("user", "hi", NOON)),
        (line(content=" "), Skipped("no_text")),
        (line(content=None, role="assistant"), Skipped("no_text")),
        (line(content=[]), Skipped("no_text")),
        (line(role="system", timestamp=...), Skipped("system")),
        (line(role="developer"), Skipped("system")),
    ],
)  # fmt: skip
def test_plain_lines(given: dict[str, Any], expected: object) -> None:
    assert read_record(given, STRICT) == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (5, "found a number"),
        (None, "found null"),
        ([line()], "found a list"),
        ({}, "no role"),
        (line(role="narrator"), "unknown role 'narrator'"),
        (line(role=3), "no role"),
        (line(content=...), "no content"),
        (line(content=3), "content must be text"),
        (line(content={"text": 3}), None),
        (line(content="x" * 1_000_001), "1000001 characters"),
        (line(timestamp=...), "no timestamp"),
        (line(timestamp=None), "no timestamp"),
        (line(timestamp="yesterday"), "not ISO 8601"),
        (line(timestamp="2026-07-01 12:00"), "no time zone"),
        (line(timestamp=1782907200000), "milliseconds"),
        (line(timestamp=float("nan")), "finite"),
        (line(timestamp=-99_999_999_999), "range"),
        (line(timestamp=True), "ISO 8601"),
        (line(timestamp=["2026"]), "not ISO 8601"),
        (line(timestamp="0001-01-01T00:00Z"), "year 1 "),
        (line(name={"first": "Bo"}), "name must be text"),
        (line(id=True), "id must be text"),
        (line(id="x" * 201), "201 characters"),
        ({"type": "human", "data": "hi"}, "'data' must be an object"),
        ({"lc": 1, "type": "not_implemented", "id": ["x", "Foo"]}, "'kwargs' must be an object"),
    ],
)
def test_bad_lines_say_what_is_wrong(given: object, words: str | None) -> None:
    if words is None:
        assert read_record(given, STRICT) == Skipped("no_text")
        return
    with pytest.raises(BadRecord, match=words):
        read_record(given, STRICT)


MESSAGES: list[tuple[BaseMessage, str]] = [
    (HumanMessage("你好", name="Bo", id="m1"), "user"),
    (AIMessage("hello", id="m2"), "assistant"),
    (ToolMessage("42", tool_call_id="t1", id="m3"), "tool"),
]


@pytest.mark.parametrize("dump", [dumpd, message_to_dict])
@pytest.mark.parametrize(("message", "role"), MESSAGES)
def test_langchain_dumps(dump: Any, message: BaseMessage, role: str) -> None:
    found = read_record(dump(message), Reading(default_time=NOON))
    assert found == Record(role, str(message.text), NOON, message.name, message.id)  # type: ignore[arg-type]


@pytest.mark.parametrize("dump", [dumpd, message_to_dict])
def test_langchain_times(dump: Any) -> None:
    said = HumanMessage("x", additional_kwargs={"said_at": "2026-07-01T12:00:00+00:00"})
    replied = AIMessage("x", response_metadata={"created": 1782907200})
    for message in (said, replied):
        found = read_record(dump(message), STRICT)
        assert isinstance(found, Record)
        assert found.said_at == NOON
    assert read_record({**dump(HumanMessage("x")), "timestamp": "2026-07-01T12:00Z"}, STRICT)
    with pytest.raises(BadRecord, match="--at"):
        read_record(dump(HumanMessage("x")), STRICT)
    assert read_record(dump(SystemMessage("x")), STRICT) == Skipped("system")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-07-01T12:00:00", datetime(2026, 7, 1, 4, tzinfo=UTC)),
        ("2026-07-01", datetime(2026, 6, 30, 16, tzinfo=UTC)),
        ("2026-07-01T12:00Z", NOON),
        ("1782907200", NOON),
        (1782907200.0, NOON),
    ],
)
def test_times_without_a_zone_are_those_of_the_user(text: object, expected: datetime) -> None:
    found = read_time(text, SHANGHAI)
    assert found == expected
    assert found.tzinfo is not None


@given(st.one_of(st.text(max_size=30), st.floats(), st.integers(), st.booleans(), st.none()))
def test_any_timestamp_is_read_or_refused_in_our_own_words(value: object) -> None:
    try:
        found = read_time(value, SHANGHAI)
    except BadTime:
        return
    assert found.tzinfo is not None
    assert 1700 < found.year < 2299


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["role", "content", "timestamp", "lc", "kwargs", "type", "data", "id"])
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_json_value_is_read_or_refused_in_our_own_words(value: object) -> None:
    with contextlib.suppress(BadRecord):
        found = read_record(value, Reading(default_time=NOON))
        assert isinstance(found, Record | Skipped)
