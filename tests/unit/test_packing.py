"""Packing: musts first, within the budget, folded when over it, the newest value first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.prompts.template import escape
from memory_graph.stores.packing import LINE_OVERHEAD_TOKENS, pack
from memory_graph.text.clean import estimate_tokens
from memory_graph.types import Memory, Recalled, Scores

DAY = datetime(2026, 7, 1, tzinfo=UTC)


def found(content: str, score: float, *, days: int = 0, **columns: Any) -> Recalled:
    """Make a recalled memory; its id is its content."""
    values = {
        "id": content, "scope": "ann", "tier": "semantic", "kind": "fact", "content": content,
        "valid_from": DAY + timedelta(days=days), "recorded_at": DAY, **columns,
    }  # fmt: skip
    return Recalled(memory=Memory.model_validate(values), scores=Scores(final=score))


def contents(memories: Any) -> list[str]:
    """The contents, in order."""
    return [one.memory.content for one in memories]


def test_everything_is_kept_in_order_when_it_fits() -> None:
    rows = [found("red tea", 0.9), found("a bike", 0.5), found("Oslo", 0.4)]
    packed = pack(rows, 2000)
    assert contents(packed.memories) == ["red tea", "a bike", "Oslo"]
    assert packed.left_out == ()


def test_rules_and_important_hits_come_before_the_rest() -> None:
    rows = [
        found("best", 0.9), found("vital", 0.8, importance=0.9),
        found("vital but off topic", 0.2, importance=0.9),
        found("always answer in French", 0.1, tier="procedural", kind="rule"),
    ]  # fmt: skip
    assert contents(pack(rows, 2000).memories) == [
        "vital", "always answer in French", "best", "vital but off topic",
    ]  # fmt: skip


def test_a_small_budget_keeps_the_musts_and_names_what_is_left_out() -> None:
    rows = [
        found("one two three four", 0.9),
        found("five six seven eight", 0.8),
        found("never call before nine", 0.1, tier="procedural", kind="rule"),
    ]
    room = 2 * (estimate_tokens("never call before nine") + LINE_OVERHEAD_TOKENS)
    packed = pack(rows, room)
    assert contents(packed.memories) == ["never call before nine", "one two three four"]
    assert [(one.memory_id, one.reason) for one in packed.left_out] == [
        ("five six seven eight", "over_budget")
    ]
    assert packed.tokens <= room


def test_the_pocket_takes_its_part_of_the_budget() -> None:
    rows = [found("red tea", 0.9), found("a bike", 0.5)]
    assert len(pack(rows, 60, reserved=30).memories) == 1
    assert pack(rows, 60, reserved=90).memories == ()


def test_wordings_of_one_fact_are_folded_into_the_newest_when_over_budget() -> None:
    rows = [found(f"She likes red tea very much {'indeed ' * (i % 2)}", 0.9 - i / 100, days=i)
            for i in range(6)]  # fmt: skip
    rows.append(found("He owns a blue bike", 0.3))
    packed = pack(rows, 120)
    assert contents(packed.memories) == [rows[5].memory.content, "He owns a blue bike"]
    assert packed.memories[0].alike == 5
    assert {(one.reason, one.into) for one in packed.left_out} == {("folded", rows[5].memory.id)}


def test_a_denial_is_never_folded_into_what_it_denies() -> None:
    rows = [
        found("She likes red tea", 0.9),
        found("She likes red tea not", 0.8, polarity=False),
        found("other things " * 40, 0.1),
    ]
    packed = pack(rows, 80)
    assert contents(packed.memories) == ["She likes red tea", "She likes red tea not"]
    assert all(one.alike == 0 for one in packed.memories)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yoga class with Anna on Monday evening", "Yoga class with Anna on Tuesday evening"),
        ("The taxi to the airport cost 30 euro", "The taxi to the airport cost 45 euro"),
        ("Ann's dog is a very old poodle", "Tom's dog is a very old poodle"),
        ("I drink two cups of coffee each morning", "I drink six cups of coffee each morning"),
        ("I like green tea every morning", "I don't like green tea every morning"),
        ("我每周二下午去上游泳课", "我每周四下午去上游泳课"),
        ("打车去机场花了三十块钱", "打车去机场花了五十块钱"),
        ("我每天早上都喝绿茶", "我每天早上都不喝绿茶"),
    ],
)
def test_statements_that_differ_in_a_figure_a_name_or_a_not_are_both_told(
    one: str, other: str
) -> None:
    rows = [found(one, 0.9), found(other, 0.8, days=1), found("another matter " * 60, 0.1)]
    packed = pack(rows, 110)
    assert contents(packed.memories) == [one, other]
    assert all(line.alike == 0 for line in packed.memories)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"attribute": "likes", "value": "tea"}, {"attribute": "likes", "value": "black tea"}),
        ({"entities": ("Ann",)}, {"entities": ("Tom",)}),
        ({"event_from": DAY}, {"event_from": DAY + timedelta(days=1)}),
    ],
)
def test_nor_are_two_values_people_or_days(one: dict[str, Any], other: dict[str, Any]) -> None:
    said = "likes that very much indeed"
    rows = [found(said, 0.9, **one), found(said, 0.8, **other), found("else " * 150, 0.1)]
    assert len(pack(rows, 110).memories) == 2


def test_the_newest_of_two_values_stands_first() -> None:
    slot: dict[str, Any] = {"subject": "user", "attribute": "lives_in", "cardinality": "single"}
    rows = [
        found("lives in Oslo", 0.9, value="Oslo", **slot),
        found("a bike", 0.8),
        found("lives in Turin", 0.7, days=3, value="Turin", **slot),
    ]
    assert contents(pack(rows, 2000).memories) == ["lives in Turin", "a bike", "lives in Oslo"]


def test_a_long_turn_is_shown_with_both_ends_and_a_long_fact_is_named() -> None:
    turn = found("begin " + "word " * 4000 + "end", 0.9, tier="episodic", kind="turn")
    fact = found("fact " * 4000, 0.8)
    packed = pack([turn, fact], 1000)
    shown = packed.memories[0].memory.content
    assert shown.startswith("begin")
    assert shown.endswith("end")
    assert estimate_tokens(shown) <= 260
    assert [one.reason for one in packed.left_out] == ["too_long"]


def test_code_costs_what_its_escaped_form_costs() -> None:
    code = "<ul><li>a && b</li></ul> " * 8
    rows = [found(f"{code}{number}", 0.9 - number / 10) for number in range(5)]
    packed = pack(rows, 500)
    shown = [escape(text) for text in contents(packed.memories)]
    assert shown
    assert sum(estimate_tokens(text) + LINE_OVERHEAD_TOKENS for text in shown) <= 500
    assert packed.left_out
    (turn,) = pack([found(code * 20, 0.9, kind="turn", tier="episodic")], 500).memories
    assert estimate_tokens(escape(turn.memory.content)) <= 500


def test_a_counter_of_ones_own_is_used() -> None:
    rows = [found("red tea", 0.9), found("a bike", 0.5)]
    assert len(pack(rows, 130, counter=lambda _: 100).memories) == 1


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=60), st.floats(0, 1)), max_size=12),
    st.integers(0, 400),
)
def test_the_budget_holds_and_nothing_is_lost_unnamed(
    given_rows: list[tuple[str, float]], budget: int
) -> None:
    rows = [found(f"{i} {text}", score) for i, (text, score) in enumerate(given_rows)]
    packed = pack(rows, budget)
    named = [one.memory_id for one in packed.left_out] + [one.memory.id for one in packed.memories]
    assert packed.tokens <= budget
    assert sorted(named) == sorted(one.memory.id for one in rows)
