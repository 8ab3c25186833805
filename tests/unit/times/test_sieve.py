"""Leaving out rules that can't match changes nothing, whatever the text, and leaves out most."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_graph.text import times
from memory_graph.text.times import all_rules, looks_like_time
from memory_graph.text.times.groups import group_atoms
from memory_graph.text.times.match import find_phrases
from memory_graph.text.times.needed import DIGIT, needed
from memory_graph.text.times.rules import scan
from memory_graph.text.times.sieve import Sieve

TABLES = Path(__file__).parent / "tables"
RULES = all_rules(chinese=True, english=True)
SIEVE = Sieve(RULES)
CLOCK = datetime(2000, 1, 1, tzinfo=UTC)
LINES = [
    line.partition(" | ")[0]
    for name in ("en", "zh", "harmless", "nameless")
    for line in (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
STARTS = (
    "",
    "I told Ann about the report ",
    "我跟小李说过这件事，",
    "会议在",
    "Let's move it to ",
    "THE ",
)
ENDS = ("", ", and then we went home.", "再说吧。", " 吗？", " in the office on the third floor")
ORDINARY = [
    "I like the way you put that, thank you so much!",
    "My sister adopted a grey cat from the shelter.",
    "Could you recommend a good book about gardening?",
    "We painted the kitchen blue and it looks lovely.",
    "The server restarts when the disk is full.",
    "He plays the violin better than anyone I know.",
    "That sounds great, tell me more about your project.",
    "我妹妹在学小提琴，她很喜欢。",
    "你能推荐一本讲园艺的书吗？",
    "我们把厨房刷成了蓝色，很好看。",
    "服务器的磁盘满了就会重启。",
    "他不吃香菜，也不喜欢甜的东西。",
]


def fully(text: str) -> bool:
    """What looks_like_time says, with every rule of the languages of the text tried."""
    text = times._plain(text)
    rules = all_rules(bool(re.search("[〇一-龥]", text)), bool(re.search("[A-Za-z]", text)))
    atoms = scan(text, rules, CLOCK)
    if any(atom.kind in {"vague", "recurring"} for atom in atoms):
        return True
    if any(group.needs in {"", "cue"} for group in group_atoms(text, atoms, CLOCK)):
        return True
    return bool(find_phrases(text, CLOCK, rules, "future"))


def sentences() -> list[str]:
    """Every line of the tables in sentences, and pieces of them put together at random."""
    framed = [start + line + end for start, line, end in product(STARTS[:4], LINES, ENDS[:2])]
    chance = random.Random(20260702)
    words = [word for line in LINES for word in line.split()]
    mixed = [
        chance.choice(("", " ")).join(chance.choices(words, k=chance.randint(1, 8)))
        for _ in range(1500)
    ]
    cut = [line[: chance.randint(1, len(line))].upper() for line in LINES]
    return [*framed, *mixed, *cut]


def test_a_rule_that_is_left_out_matches_nowhere() -> None:
    texts = sentences()
    assert len(texts) > 5000
    wrong = []
    for text in chance_sample(texts, 2500):
        kept = set(SIEVE.rules(text))
        wrong += [(text, r.text) for r in RULES if r not in kept and r.pattern.search(text)]
    assert wrong == []


def test_looks_like_time_answers_as_with_every_rule() -> None:
    texts = chance_sample([*sentences(), *ORDINARY], 2500)
    assert [text for text in texts if looks_like_time(text) is not fully(text)] == []
    assert {looks_like_time(text) for text in texts} == {True, False}


def chance_sample(texts: list[str], count: int) -> list[str]:
    return random.Random(7).sample(texts, count)


@given(st.text(max_size=60), st.sampled_from(LINES), st.text(max_size=20))
def test_a_rule_that_is_left_out_matches_in_no_odd_text(left: str, line: str, right: str) -> None:
    text = left + line + right
    kept = set(SIEVE.rules(text))
    assert [r.text for r in RULES if r not in kept and r.pattern.search(text)] == []


def test_an_ordinary_turn_needs_few_rules() -> None:
    tried = [len(SIEVE.rules(text)) for text in ORDINARY]
    assert len(RULES) > 150
    assert sum(tried) / len(tried) < 5
    assert max(tried) < 15


@pytest.mark.parametrize(
    ("pattern", "clauses"),
    [
        (r"\blast\s+(?:week|weekend)\b", [{"last"}, {"week"}]),
        (r"(?:mon|tues?)day", [{"monday", "tuesday", "tueday"}]),
        (r"(上|下)个?月", [{"上月", "上个月", "下月", "下个月"}]),
        (r"\d{1,2}点", [{DIGIT}, {"点"}]),
        (r"[\d一二]+号(?!线)", [{DIGIT, "一", "二"}, {"号"}]),
        (r"on(?=\s+friday)", [{"on"}, {"friday"}]),
        (r"(?<=从)周", [{"从"}, {"周"}]),
        (r"(?:a\s+)?b", [{"b"}]),
        (r"x*", []),
        (r"(?:x|.)y?", []),
        (r"(?:ab|\d+cd)", [{"ab", "cd"}]),
        (r"[^a]b", [{"b"}]),
        (r"(x)\1y", [{"x"}, {"y"}]),
    ],
)
def test_what_a_pattern_needs(pattern: str, clauses: list[set[str]]) -> None:
    found = {frozenset(clause) for clause in needed(pattern, re.IGNORECASE | re.ASCII)}
    assert found == {frozenset(clause) for clause in clauses}


def test_letters_that_match_more_than_themselves_are_not_relied_on() -> None:
    assert re.search("s", "ſ", re.IGNORECASE)
    assert needed("s今", re.IGNORECASE) == (frozenset({"今"}),)


def test_without_pythons_parser_every_rule_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", absent)
    assert Sieve(RULES).rules("tea") == RULES


PIECES = st.recursive(
    st.sampled_from(["a", "b", "今", "[ab]", r"\d", "[一二]", ".", r"\b", "(?=a)"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        inner.map(lambda part: f"(?:{part})?"),
        inner.map(lambda part: f"(?:{part})+"),
        inner.map(lambda part: f"(?:{part}){{2}}"),
    ),
    max_leaves=8,
)


@settings(max_examples=300)
@given(PIECES, st.lists(st.sampled_from("ab今一二7 A"), max_size=12).map("".join))
def test_where_a_pattern_matches_its_clauses_hold(pattern: str, text: str) -> None:
    if re.search(pattern, text, re.IGNORECASE | re.ASCII):
        lowered = text.lower()
        for clause in needed(pattern, re.IGNORECASE | re.ASCII):
            found = any(one in lowered for one in clause - {DIGIT})
            assert found or (DIGIT in clause and "7" in text), (clause, text)
