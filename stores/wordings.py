"""Whether two memories that are made of mostly the same words also say the same. Pure.

A number, a weekday, a name or a "not" is one word of many, and all that two statements differ in:
"yoga with Anna on Monday" and "yoga with Anna on Tuesday" are no wordings of one fact.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from memory_graph.stores.kept import kept
from memory_graph.text.clean import normalise_name
from memory_graph.text.language import ENGLISH_FUNCTION_WORDS
from memory_graph.text.query_words import NEGATION
from memory_graph.text.times.english_words import MONTHS, WEEKDAYS
from memory_graph.text.times.numbers import english_number_pattern
from memory_graph.types import Memory

_READ = 600
_FIGURES = re.compile(
    r"[0-9]+(?:[.,:/-][0-9]+)*|(?:周|星期|礼拜)[一二三四五六日天]|[二两三四五六七八九十百千万亿]+"
    rf"|\b(?:{'|'.join((*WEEKDAYS, *MONTHS))})\b|\b(?!one\b){english_number_pattern()}\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b[A-Z][^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Marks:
    """The words of a text that tell it from others of nearly the same words."""

    figures: frozenset[str]
    is_denial: bool
    names: frozenset[str]


def may_be_wordings(one: str, other: str) -> bool:
    """False when figures, days, names or a denial tell two texts apart."""
    ours, theirs = _marks(one[:_READ]), _marks(other[:_READ])
    same = (ours.figures, ours.is_denial) == (theirs.figures, theirs.is_denial)
    return same and not _each_has_its_own(ours.names, theirs.names)


def may_say_the_same(one: Memory, other: Memory) -> bool:
    """False when their texts, people, days or slots tell two memories apart."""
    return (
        may_be_wordings(one.content, other.content)
        and not _each_has_its_own(_entities(one), _entities(other))
        and _may_be_equal(one.event_from, other.event_from)
        and _same_slot(one, other)
    )


@kept(4096)
def _marks(text: str) -> _Marks:
    plain = unicodedata.normalize("NFKC", text)
    folded = plain.casefold().replace("’", "'")
    names = (word.casefold() for word in _NAME.findall(plain))
    return _Marks(
        frozenset(word.casefold() for word in _FIGURES.findall(plain)),
        NEGATION.search(folded) is not None,
        frozenset(name for name in names if name not in ENGLISH_FUNCTION_WORDS),
    )


def _each_has_its_own(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """True when either names somebody or something that the other does not."""
    return bool(ours - theirs and theirs - ours)


def _entities(memory: Memory) -> frozenset[str]:
    return frozenset(map(normalise_name, memory.entities))


def _may_be_equal(one: object, other: object) -> bool:
    return one is None or other is None or one == other


def _same_slot(one: Memory, other: Memory) -> bool:
    """False for two values of an attribute, or one of two people."""
    if not (one.attribute and other.attribute):
        return True
    return (one.subject, one.attribute, one.value) == (other.subject, other.attribute, other.value)
