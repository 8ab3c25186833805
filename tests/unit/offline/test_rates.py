"""How much the rules find in fresh sentences, and how much they make up.

``noise*.txt`` hold messages that state nothing about the user. ``facts*.txt`` hold statements and
what must be found in them, no more and no less: ``text => fact & fact``, a fact being
``subject/attribute=value``; without a subject it is the user, ``-`` stands for no attribute,
``!`` marks a negation and ``~`` something taken back. The sets with a 2 or 3 were written after
the rules had been fitted to the ones before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_graph.types import Candidate

FOLDER = Path(__file__).parent / "tables"
FACT = re.compile(r"(?:(.*?)/)?([^/=]*?)(?:=(.*?))?(!?)(~?)")
Extract = Callable[[str], list[Candidate]]


def lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return [line.replace("\\n", "\n") for line in text.splitlines() if line]


def fits(wanted: str, found: Candidate) -> bool:
    match = FACT.fullmatch(wanted)
    assert match is not None, wanted
    subject, attribute, value, negated, retires = match.groups()
    same = (subject or "user").casefold() == found.subject.casefold()
    same = same and attribute == (found.attribute or "-")
    same = same and bool(negated) != found.polarity and bool(retires) == found.retires
    if value is None or not same:
        return same
    said = found.value if found.attribute else found.content
    held = (said or "").casefold()
    return value.casefold() == held if found.attribute else value.casefold() in held


def is_right(line: str, extract: Extract) -> bool:
    text, _, wanted = line.partition(" => ")
    facts, found = wanted.split(" & "), extract(text)
    return len(facts) == len(found) and all(any(fits(w, c) for c in found) for w in facts)


@pytest.mark.parametrize(
    ("name", "size", "most"),
    [
        ("noise_en", 120, 0.01),
        ("noise_zh", 120, 0.01),
        ("noise2_en", 60, 0.02),
        ("noise2_zh", 60, 0.02),
        ("noise3", 48, 0.03),
    ],
)
def test_little_is_made_up(name: str, size: int, most: float, extract: Extract) -> None:
    messages = lines(name)
    wrong = [text for text in messages if extract(text)]
    assert len(messages) >= size
    assert len(wrong) <= most * len(messages), wrong


@pytest.mark.parametrize(
    ("name", "size", "least"),
    [
        ("facts_en", 100, 0.98),
        ("facts_zh", 100, 0.98),
        ("facts2_en", 100, 0.97),
        ("facts2_zh", 100, 0.97),
        ("facts3", 50, 0.96),
    ],
)
def test_most_is_found(name: str, size: int, least: float, extract: Extract) -> None:
    statements = lines(name)
    wrong = [line for line in statements if not is_right(line, extract)]
    assert len(statements) >= size
    assert len(wrong) <= (1 - least) * len(statements), wrong
