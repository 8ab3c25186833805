"""Answers at the prompt become decisions that fit, or are asked again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.cli.reviewing import ask_review, read_choice
from memory_graph.review import read_decisions
from memory_graph.review_request import review_request
from memory_graph.types import Candidate, Evidence, Language, Operation

EVENT = Operation(
    action="add",
    reason="new",
    triggers=("calendar",),
    candidate=Candidate(
        tier="episodic",
        kind="event",
        content="Review at three.",
        event_from=datetime(2026, 7, 2, 15, tzinfo=UTC),
        evidence=Evidence(span="review at three"),
    ),
)
FORGET = Operation(
    action="retire",
    reason="asked",
    target_id="x",
    target_content="Likes tea.",
    triggers=("closes_trusted",),
)


def answer(
    lines: Iterable[str], *operations: Operation, language: Language = "en", rounds: int = 0
) -> tuple[list[dict[str, Any]], list[str]]:
    """The decisions for these lines, and what was shown."""
    given, shown = iter(lines), list[str]()

    def ask(prompt: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    request = review_request(operations, language, rounds=rounds)
    found = ask_review(request, operations, language, ask=ask, show=shown.append)
    assert len(read_decisions(found, operations, rounds)) == len(operations)
    assert list(given) == []
    return found["decisions"], shown


@pytest.mark.parametrize("line", ["a", "A", " approve ", "y", "同意", "批准", "是"])
def test_approve(line: str) -> None:
    assert answer([line], EVENT)[0] == [{"type": "approve"}]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["r"], {"type": "reject"}),
        (["拒绝"], {"type": "reject"}),
        (["n not true"], {"type": "reject", "message": "not true"}),
        (["p", "it was four"], {"type": "respond", "message": "it was four"}),
        (["p it was four"], {"type": "respond", "message": "it was four"}),
        (["回复 是四点"], {"type": "respond", "message": "是四点"}),
        (["x", "", "a"], {"type": "approve"}),
        (["p", "  ", "a"], {"type": "approve"}),
        (["e", " ", "", "r"], {"type": "reject"}),
    ],
)
def test_other_decisions(lines: list[str], expected: dict[str, str]) -> None:
    assert answer(lines, EVENT)[0] == [expected]


def test_edits() -> None:
    (short,), _ = answer(["e Review at four."], EVENT)
    assert short["edited_action"] == {"name": "add_memory", "args": {"content": "Review at four."}}
    lines = ["修改", "四点开会", "nonsense", "event_from＝2026-07-02T16:00:00+08:00", ""]
    (full,), shown = answer(lines, EVENT, language="zh")
    assert full["edited_action"]["args"] == {
        "content": "四点开会",
        "event_from": "2026-07-02T16:00:00+08:00",
    }
    assert any("名称=值" in line for line in shown)


@pytest.mark.parametrize(
    ("lines", "operation", "words"),
    [
        (["e", "New words", "event_from=soon", "", "r"], EVENT, "event_from"),
        (["e", "New words", "importance=7", "", "r"], EVENT, "importance"),
        (["e Something else", "a"], FORGET, "nothing to edit"),
        (["maybe", "r"], EVENT, "'maybe'"),
    ],
)
def test_what_does_not_fit_is_asked_again(
    lines: list[str], operation: Operation, words: str
) -> None:
    decisions, shown = answer(lines, operation)
    assert decisions[0]["type"] in {"approve", "reject"}
    assert any(words in line for line in shown)


def test_after_three_rounds_a_reply_is_not_offered_nor_taken() -> None:
    decisions, shown = answer(["p once more", "a"], EVENT, rounds=3)
    assert decisions == [{"type": "approve"}]
    assert "3 times respond is the most" in shown[-1]


def test_several_items_in_one_review() -> None:
    decisions, shown = answer(["a", "r"], EVENT, FORGET)
    assert [one["type"] for one in decisions] == ["approve", "reject"]
    assert "review 1 of 2" in shown[0]
    assert "Forget: Likes tea." in shown[1]


def test_the_end_of_the_input_passes_through() -> None:
    with pytest.raises(EOFError):
        answer(["x"], EVENT)


@given(st.text())
def test_any_line_is_understood_or_not(line: str) -> None:
    kind, _ = read_choice(line)
    assert kind in {None, "approve", "edit", "reject", "respond"}
