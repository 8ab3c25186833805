"""What repeats others gives way in a ranked list, and nothing is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.stores.diversity import MOST_ALIKE, Seen, diversify


def test_wordings_of_one_fact_do_not_fill_the_list() -> None:
    rows = [Seen(f"She likes red tea a lot {'indeed ' * i}") for i in range(10)]
    rows += [Seen("He owns a blue bike"), Seen("They live in Oslo")]
    order = diversify(rows, 5)
    assert order[:MOST_ALIKE] == [0, 1]
    assert {10, 11} <= set(order)
    assert len(order) == 5


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("I live in Oslo now", "she LIVES in Oslo, now", True),
        ("She has been living in the city of Oslo", "Living in the city of Oslo", True),
        ("我每天早上都喝绿茶", "我每天早上喝绿茶。", True),
        ("I like green tea", "I like black coffee", False),
        ("我喜欢喝绿茶", "他住在上海浦东", False),
        ("...", "!!!", False),
        ("The invoice INV-0001 of ACME is paid", "The invoice INV-0002 of ACME is paid", False),
        ("Yoga with Anna on Monday evening", "Yoga with Anna on Friday evening", False),
        ("Ann's dog is a very old poodle", "Tom's dog is a very old poodle", False),
        ("我每周二下午有游泳课", "我每周四下午有游泳课", False),
        ("I like green tea every morning", "I don't like green tea every morning", False),
    ],
)
def test_what_counts_as_a_wording_of_the_same(one: str, other: str, alike: bool) -> None:
    rows = [Seen(one), Seen(one), Seen(other), Seen("Zebra 77")]
    assert (diversify(rows, 3) == [0, 1, 3]) is alike


def test_one_slot_and_value_is_one_fact_however_it_is_worded() -> None:
    slot = ("user", "city", "Oslo")
    rows = [Seen("Oslo is home", slot), Seen("I moved up north", slot), Seen("Norway", slot)]
    assert diversify([*rows, Seen("Tea")], 3) == [0, 1, 3]


def test_one_dense_session_leaves_room_for_others() -> None:
    words = [f"{a}{b}{c} {c}{a}" for a in "abcde" for b in "fgh" for c in "xyz"]
    rows = [Seen(word, session="s1") for word in words[:30]]
    rows += [Seen(f"other {i} {word}", session=f"t{i}") for i, word in enumerate(words[30:38])]
    assert sum(rows[place].session == "s1" for place in diversify(rows, 10)) == 6
    assert len(diversify(rows, 38)) == 38


ROWS = st.lists(
    st.builds(
        Seen, st.text("ab 茶水", max_size=12), st.sampled_from([None, ("u", "city", "x")]),
        st.sampled_from(["", "s1", "s2"]),
    ),
    max_size=30,
)  # fmt: skip


@given(ROWS, st.integers(1, 40))
def test_the_list_is_as_long_as_it_can_be_and_repeats_no_place(
    rows: list[Seen], limit: int
) -> None:
    order = diversify(rows, limit)
    assert len(order) == min(limit, len(rows))
    assert len(set(order)) == len(order)
    assert diversify(rows[:1], limit) == [0][: len(rows)]
    kept = [place for place in order if place <= max(order, default=0)]
    assert sum(a > b for a, b in pairwise(kept)) <= 2
