"""The names a question may hold are in the form in which entities are kept, in any script."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.clean import normalise_name
from memory_graph.text.query import MAX_NAMES, analyse_query

NOW = datetime(2026, 7, 1, tzinfo=UTC)
CJK = st.text(
    st.one_of(
        st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF),
        st.characters(min_codepoint=0x3040, max_codepoint=0x30FF),
        st.characters(min_codepoint=0xF900, max_codepoint=0xFAFF),
        st.characters(min_codepoint=0xFF66, max_codepoint=0xFF9F),
        st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3),
    ),
    min_size=2,
    max_size=12,
)


@given(CJK)
def test_each_part_of_a_run_is_as_if_normalised_alone(run: str) -> None:
    parts = (run[at : at + size] for size in range(2, 7) for at in range(len(run) - size + 1))
    expected = set(map(normalise_name, parts))
    found = analyse_query(run, NOW).names
    assert set(found) <= expected or len(found) == MAX_NAMES
    assert {normalise_name(name) for name in found} == set(found)


@pytest.mark.parametrize(
    ("question", "name"),
    [("小李的生日是什么时候？", "小李"), ("ｱﾝﾅはどこ", "アンナ"), ("王小明去哪了", "王小明")],
)
def test_a_name_in_a_run_is_among_them(question: str, name: str) -> None:
    assert normalise_name(name) in analyse_query(question, NOW).names
