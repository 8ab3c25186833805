"""How words are masked in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.stores import masking
from memory_graph.stores.erase_words import Doomed, Said, choose
from memory_graph.stores.masking import ERASED, Needles, masked

pytestmark = pytest.mark.own_database

MASKED = [
    ("steak, tea, TEA and ｔｅａ", {"tea"}, (), f"steak, {ERASED}, {ERASED} and {ERASED}"),
    ("红tea茶", {"tea"}, (), f"红{ERASED}茶"),
    ("我住在杭州。", {"杭州"}, (), f"我住在{ERASED}。"),
    ("New  York\nCity", {"new york"}, (), f"{ERASED}\nCity"),
    ("a.b@x.io, xa.b@x.io", {"a.b@x.io"}, (), f"{ERASED}, xa.b@x.io"),
    ("it is (50%)", {"50%"}, (), f"it is ({ERASED})"),
    ("Running runs run", (), {"run"}, f"{ERASED} {ERASED} {ERASED}"),
    ("喜欢喝红茶吗", (), {"红茶"}, f"喜欢喝{ERASED}吗"),
    ("nothing here", {"tea"}, {"run"}, "nothing here"),
    ("", {"tea"}, {"run"}, ""),
]


@pytest.mark.parametrize(("text", "phrases", "terms", "expected"), MASKED)
def test_masking(text: str, phrases: set[str], terms: set[str], expected: str) -> None:
    needles = Needles(frozenset(phrases), frozenset(terms))
    assert masked(text, needles) == expected
    assert masked(masked(text, needles), needles) == expected


@given(st.text(), st.sets(st.text(min_size=1, max_size=6), max_size=60))
def test_masking_only_replaces(text: str, phrases: set[str]) -> None:
    pieces = masked(text, Needles(frozenset(phrases))).split(ERASED)
    at = 0
    for piece in pieces:
        at = text.index(piece, at) + len(piece)


LETTERS = "aAiIıİsSſßkK éé́Ωωώσς王五Ａ ﬁ１1-.'\u3000\n"


@given(st.text(LETTERS, max_size=12), st.text(LETTERS, max_size=4))
def test_what_a_phrase_is_found_in_is_told_beforehand(text: str, phrase: str) -> None:
    found = list(masking._phrase_spots(text, phrase))
    assert not found or list(Needles(frozenset({phrase})).likely_in(text)) == [phrase]


def test_many_phrases_cost_little_where_they_do_not_occur() -> None:
    needles = Needles(frozenset(f"fact number {n} of the project" for n in range(1000, 1300)))
    before = masking._phrase_pattern.cache_info().misses
    assert masked("This is fact number 1007 of the project.", needles) == f"This is {ERASED}."
    assert masked("Another fact of the same project.", needles).startswith("Another fact")
    assert masking._phrase_pattern.cache_info().misses - before <= 1


def test_ordinary_words_of_a_sentence_stay_elsewhere() -> None:
    talk = ["I keep a spare key under the pot."] + [f"The key to task {i}." for i in range(4)]
    turns = [Said(str(i), text) for i, text in enumerate(talk)]
    masks = choose([Doomed("1", "fact", "The spare key is under the pot.")], turns, [])
    assert ERASED in masked(turns[0].content, masks.for_turn(turns[0]))
    assert [masked(one.content, masks.for_turn(one)) for one in turns[1:]] == talk[1:]
