from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_graph.text.irregular import BASE_FORMS
from memory_graph.text.tokens import index_terms, literal_terms, query_terms
from tests.growth import assert_work_follows_length

FRAGMENTS = st.sampled_from(
    ["ZQ-88121", "don't", "的", "贺岚", "~x", "'", "\\", '"', "\x00", "C++", "a@b.io", "1,000"]
)
MIXED = st.lists(FRAGMENTS | st.text(st.characters() | st.characters(categories=["Cs"]))).map(
    "".join
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("ZQ-88121", ["zq-88121", "zq", "88121"]),
        ("zq88121", ["zq88121", "zq", "88121"]),
        ("v2.3.1", ["v2.3.1", "2.3.1", "v2", "v", "2", "3", "1"]),
        ("a.b@x.io", ["a.b@x.io", "b", "x", "io"]),
        ("13:30", ["13:30", "13", "30"]),
        ("2026-05-01", ["2026-05-01", "2026", "05", "5", "01", "1"]),
        ("007", ["007"]),
        ("$1,250.50", ["1250.50", "1250", "50"]),
        ("preferences Preferring", ["prefer", "prefer"]),
        ("Mira's and Mira’s", ["mira", "mira"]),
        ("I don't, can't, cannot", ["not", "not", "not"]),
        ("C++ C# AT&T", ["c++", "c", "c#", "c", "at&t", "t"]),
        ("Café naïve", ["café", "cafe", "naïve", "naiv"]),
        ("Łódź Smørrebrød straße", ["łódź", "lodz", "smørrebrød", "smorrebrod", "strass"]),
        ("данные", ["данные"]),
        ("e-mail", ["e-mail", "email", "e", "mail"]),
        ("Ｍｉｒａ", ["mira"]),
        ("hy\u00adphen", ["hyphen"]),
        ("贺岚", ["贺", "贺岚", "岚"]),
        ("我不吃", ["我不", "不", "不吃", "吃"]),
        ("我的", []),
        ("한국", ["한", "한국", "국"]),
        ("हिन्दी", ["हिन्दी"]),
        ("用Python写", ["用", "python", "写"]),
    ],
)
def test_terms_of_a_text(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("invoice ZQ-88121", "zq 88121"),
        ("invoice ZQ88121", "ＺＱ－８８１２１"),
        ("贺岚喜欢乌龙茶", "乌龙"),
        ("release v2.3.1 is out", "2.3.1"),
        ("on 2026-05-01", "2026年5月1日"),
        ("we moved to MySQL", "moving"),
        ("the cafe in Zurich", "Café Zürich"),
        ("das Café in Zürich", "cafe zurich"),
        ("my e-mail address", "email"),
        ("the wifi check-in", "Wi-Fi checkin"),
        ("I bought a kayak", "when did I buy it"),
        ("she has driven there", "driving"),
        ("her children", "how old is the child"),
        ("my favourite colour", "favorite"),
        ("my thoughts on it", "what did I think"),
        ("a mouldy wall", "moldy"),
        ("he isn’t coming", "not coming"),
        ("rent is 1,250", "1250"),
    ],
)
def test_a_query_meets_its_memory_however_written(stored: str, asked: str) -> None:
    assert len(set(query_terms(asked)) & set(index_terms(stored))) >= 1


def test_what_is_masked_for_good_is_the_word_itself() -> None:
    assert index_terms("bought") == index_terms("buys")
    assert literal_terms("bought 买了 ZQ-881") == ["bought", "买", "买了", "zq-881", "zq", "881"]
    assert set(literal_terms("She preferred it")) == {"prefer"}


def test_a_base_form_is_nobody_elses_irregular_form() -> None:
    assert set(BASE_FORMS).isdisjoint(BASE_FORMS.values())


@pytest.mark.parametrize("word", ["Rose", "lives", "leaves", "lay", "founded", "bit"])
def test_a_form_that_may_be_another_word_is_left_alone(word: str) -> None:
    assert index_terms(word) == index_terms(f"{word}s".removesuffix("ss"))


@pytest.mark.parametrize(
    "query", ["", "`the`", "的了吗", "& | ! ( )", "'; --", "what is it?", "是不"]
)
def test_a_query_without_content_has_no_terms(query: str) -> None:
    assert query_terms(query) == (("是不", "不") if query == "是不" else ())


def test_frequency_is_kept() -> None:
    terms = index_terms("tea, tea and more teas")
    assert terms.count("tea") == 3
    assert len(terms) == 4


def test_a_short_query_keeps_its_order() -> None:
    assert query_terms("moved moving ZQ-1 moved") == ("move", "zq-1", "zq", "1")


def test_a_full_query_prefers_what_is_rare() -> None:
    assert query_terms("tea 茶馆 ZQ-88121 kubernetes", limit=4) == (
        "茶馆",
        "zq-88121",
        "88121",
        "kubernet",
    )
    assert query_terms("tea", limit=0) == ()


@given(MIXED, st.integers(0, 60))
def test_terms_never_break_a_lexeme(text: str, limit: int) -> None:
    terms = index_terms(text)
    for term in terms:
        assert 1 <= len(term) <= 64
        assert not term.startswith("~")
        assert not set(term) & set("'\"\\\x00 \t\n")
        term.encode("utf-8")
    asked = query_terms(text, limit)
    assert len(asked) == len(set(asked)) <= limit
    assert set(asked) <= set(terms)


@given(MIXED)
def test_a_query_below_the_limit_loses_nothing(text: str) -> None:
    assert query_terms(text, 10_000) == tuple(dict.fromkeys(index_terms(text)))


def _long_texts() -> dict[str, str]:
    rng = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return {
        "words": " ".join("".join(rng.choices(letters, k=6)) for _ in range(28_000)),
        "han": "".join(chr(rng.randint(0x4E00, 0x9FFF)) for _ in range(66_000)),
        "joined": "a-" * 100_000,
        "digits": "1" + ",111" * 50_000,
        "marks": "a" + "\u0301\u0327" * 50_000,
        "quotes": "n't'" * 50_000,
        "one word": "x" * 200_000,
    }


@pytest.mark.parametrize("name", sorted(_long_texts()))
def test_a_huge_query_is_reduced_at_once(name: str) -> None:
    text, needle = _long_texts()[name], " needle ZQ-88121"
    query_terms("warm up 5")
    assert_work_follows_length(query_terms, text, needle)
    terms = query_terms(text + needle)
    assert len(terms) <= 48
    assert "zq-88121" in terms
    assert terms == query_terms(text + needle)


def test_stemming_is_safe_in_threads() -> None:
    words = [f"{stem}{suffix}" for stem in _long_texts()["words"].split()[:800] for suffix in
             ("ing", "ed", "ations")]  # fmt: skip
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(index_terms, [" ".join(words)] * 8))
    assert all(result == results[0] for result in results)
    assert results[0] == [term for word in words for term in index_terms(word)]
