"""Chooses which recalled memories go into the prompt, within a token budget. Pure.

*Must* comes before *may*: rules, and what is both very relevant and important. When not all fits,
rows that say the same are folded into one line with their number, and of two values of one fact
the newest stands first. What is left out is named with its reason.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memory_graph.stores.diversity import Topic, is_alike, topic_of
from memory_graph.stores.wordings import may_say_the_same
from memory_graph.text.clean import estimate_tokens
from memory_graph.text.cues import shorten
from memory_graph.types import Memory, Recalled

Counter = Callable[[str], int]
Reason = Literal["folded", "over_budget", "too_long"]

LINE_OVERHEAD_TOKENS = 24
"""Date, tier and certainty around each memory in the prompt."""
MUST_RELEVANCE = 0.8
"""Part of the best score from which an important memory must be shown."""
MUST_IMPORTANCE = 0.8
LONGEST_PART = 4
"""A turn takes a quarter of the budget at most; of a longer one both ends are shown."""
_SHORTEST = 120


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A memory that was found but is not shown."""

    memory_id: str
    reason: Reason
    into: str = ""
    """The memory it was folded into."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What is shown, in order, and what is not."""

    memories: tuple[Recalled, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the prompt: a memory and what was folded into it."""

    one: Recalled
    is_must: bool
    cost: int
    folded: tuple[str, ...] = ()


def pack(
    found: Sequence[Recalled], budget: int, *, reserved: int = 0, counter: Counter = estimate_tokens
) -> Packed:
    """The memories that fit into ``budget`` tokens, of which ``reserved`` are spent already.

    The order is that of the list, rules and musts first; two values of one single-valued fact
    stand newest first.
    """
    room = max(budget - reserved, 0)
    most = max(room // LONGEST_PART, _SHORTEST)

    def count(text: str) -> int:
        return counter(html.escape(text, quote=False))  # as it stands in the prompt

    lines = _must_first([_line(one, found, most, count) for one in found])
    if sum(line.cost for line in lines) > room:
        lines = _fold(lines)
    kept: list[_Line] = []
    left_out = [
        LeftOut(other, "folded", line.one.memory.id) for line in lines for other in line.folded
    ]
    for line in lines:
        if line.cost <= room - sum(one.cost for one in kept):
            kept.append(line)
        else:
            reason: Reason = "too_long" if line.cost > room else "over_budget"
            left_out.append(LeftOut(line.one.memory.id, reason))
    return Packed(
        tuple(_newest_first([_shown(line) for line in kept])),
        tuple(left_out),
        sum(line.cost for line in kept),
    )


def _line(one: Recalled, found: Sequence[Recalled], most: int, counter: Counter) -> _Line:
    short = _shortened(one, most, counter)
    cost = counter(short.memory.content) + LINE_OVERHEAD_TOKENS
    return _Line(short, is_must(one, found[0].scores.final), cost)


def _shortened(one: Recalled, most: int, counter: Counter) -> Recalled:
    """A turn that is too long with both its ends; facts and rules are never cut."""
    content = one.memory.content
    if one.memory.kind != "turn" or counter(content) <= most:
        return one
    length = max(len(content) * most // max(counter(content), 1), 40)
    memory = one.memory.model_copy(update={"content": shorten(content, length)})
    return one.model_copy(update={"memory": memory})


def is_must(one: Recalled, best: float) -> bool:
    """True for a rule, and for what is both very relevant and important."""
    memory = one.memory
    if memory.tier == "procedural":
        return True
    relevant = best > 0 and one.scores.final >= MUST_RELEVANCE * best
    return relevant and memory.importance >= MUST_IMPORTANCE


def _must_first(lines: Sequence[_Line]) -> list[_Line]:
    return sorted(lines, key=lambda line: not line.is_must)


def _fold(lines: Sequence[_Line]) -> list[_Line]:
    """One line for all that say the same: the newest of them, where the best stood."""
    groups: list[tuple[Topic, list[_Line]]] = []
    for line in lines:
        topic = topic_of(line.one.memory)
        home = next((group for known, group in groups if _folds(topic, known, line, group)), None)
        if home is None:
            groups.append((topic, [line]))
        else:
            home.append(line)
    return [_folded(group) for _, group in groups]


def _folds(topic: Topic, known: Topic, line: _Line, group: Sequence[_Line]) -> bool:
    """Only rows of one kind that say the same are folded: a fact never hides in a turn."""
    one, other = line.one.memory, group[0].one.memory
    alike_kind = (one.tier, one.kind, one.polarity, one.doubtful, one.speaker) == (
        other.tier, other.kind, other.polarity, other.doubtful, other.speaker,
    )  # fmt: skip
    return alike_kind and is_alike(topic, known) and may_say_the_same(one, other)


def _folded(group: Sequence[_Line]) -> _Line:
    newest = max(group, key=lambda line: line.one.memory.valid_from)
    others = tuple(line.one.memory.id for line in group if line is not newest)
    return replace(newest, is_must=any(line.is_must for line in group), folded=others)


def _shown(line: _Line) -> Recalled:
    return line.one.model_copy(update={"alike": len(line.folded)}) if line.folded else line.one


def _newest_first(shown: Sequence[Recalled]) -> list[Recalled]:
    """Values of one single-valued fact change places so that the newest comes first."""
    places: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(shown):
        slot = _slot(one.memory)
        if slot:
            places.setdefault(slot, []).append(place)
    ordered = list(shown)
    for slots in places.values():
        newest = sorted(
            (shown[place] for place in slots), key=lambda one: one.memory.valid_from, reverse=True
        )
        for place, one in zip(slots, newest, strict=True):
            ordered[place] = one
    return ordered


def _slot(memory: Memory) -> tuple[str, str] | None:
    if memory.cardinality != "single" or not memory.attribute:
        return None
    return (memory.subject or "", memory.attribute)
