"""Keeps a list from being filled by wordings of one fact, or by one dense session. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from memory_graph.stores.wordings import may_be_wordings
from memory_graph.text.language import CJK_CLASS
from memory_graph.text.tokens import index_terms
from memory_graph.types import Memory

Topic = tuple[frozenset[str], Hashable]
"""The words of a memory, and the slot and value it holds."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What of a ranked row tells whether it repeats another."""

    content: str
    slot: Hashable = None
    """Subject, attribute and value, if it fills a slot."""
    session: str = ""
    """The session of a turn."""


MOST_ALIKE = 2
"""How many wordings of one fact may stand before all others."""
MOST_COMPARED = 40
"""Places of a list that are looked at; nobody reads the rest so closely."""
SESSION_SHARE = 0.6
"""The part of a list that the turns of one session may take before others have had their place."""
_ALIKE = 0.6
_READ = 600
_NEAR = 0.4
"""The part of the smaller text's raw words without which a closer look is spared."""
_PIECES = re.compile(f"[{CJK_CLASS}]|[^\\W{CJK_CLASS}]+")


def diversify(found: Sequence[Seen], limit: int) -> list[int]:
    """The places of the best ``limit`` of a ranked list; what repeats others comes last.

    Nothing is lost: rows that were passed over fill the list when there are no others.
    """
    kept: list[int] = []
    passed: list[int] = []
    sessions: Counter[str] = Counter()
    most = max(3, round(limit * SESSION_SHARE))
    rest: Iterable[int] = ()
    topics = _Topics(found)
    for place, one in enumerate(found):
        if len(kept) >= min(limit, MOST_COMPARED):
            rest = range(place, len(found))
            break
        alike = topics.count_alike(place, kept)
        if alike >= MOST_ALIKE or (one.session and sessions[one.session] >= most):
            passed.append(place)
            continue
        kept.append(place)
        sessions[one.session] += 1
    return [*kept, *passed, *rest][:limit]


class _Topics:
    """The topics of a list, made when two texts are near enough to be compared at all."""

    def __init__(self, found: Sequence[Seen]) -> None:
        self._found = found
        self._pieces: dict[int, frozenset[str]] = {}
        self._topics: dict[int, Topic] = {}

    def count_alike(self, place: int, others: Sequence[int]) -> int:
        """How many of the others are wordings of the same thing; see ``is_alike``."""
        slot, pieces = self._found[place].slot, self._pieces_of(place)
        count = 0
        for other in others:
            if slot is not None and slot == self._found[other].slot:
                count += 1
            elif _are_near(pieces, self._pieces_of(other)):
                count += self._is_wording(place, other)
        return count

    def _is_wording(self, place: int, other: int) -> bool:
        """Whether two texts say one thing, and not the same of two things."""
        if not is_alike(self._topic(place), self._topic(other)):
            return False
        return may_be_wordings(self._found[place].content, self._found[other].content)

    def _pieces_of(self, place: int) -> frozenset[str]:
        if place not in self._pieces:
            content = self._found[place].content[:_READ]
            self._pieces[place] = frozenset(_PIECES.findall(content.casefold()))
        return self._pieces[place]

    def _topic(self, place: int) -> Topic:
        if place not in self._topics:
            one = self._found[place]
            self._topics[place] = _words_of(one.content), one.slot
        return self._topics[place]


def _are_near(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two texts have enough raw words in common to be worth a closer look."""
    return len(one & other) >= _NEAR * min(len(one), len(other))


def _words_of(content: str) -> frozenset[str]:
    return frozenset(index_terms(content[:_READ]))


def topic_of(memory: Memory) -> Topic:
    """What a memory is about: its words, and the slot it fills."""
    slot = (memory.subject, memory.attribute, memory.value) if memory.attribute else None
    return _words_of(memory.content), slot


def is_alike(one: Topic, other: Topic) -> bool:
    """True for two wordings of one thing: the same slot and value, or mostly the same words."""
    if one[1] is not None and one[1] == other[1]:
        return True
    both = len(one[0] & other[0])
    return both > 0 and both >= _ALIKE * len(one[0] | other[0])
