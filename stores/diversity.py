"""Keeps a list from being filled by wordings of one fact, or by one dense session. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from memory_graph.text.tokens import index_terms
from memory_graph.types import Memory, Recalled

Topic = tuple[frozenset[str], Hashable]
"""The words of a memory, and the slot and value it holds."""
MOST_ALIKE = 2
"""How many wordings of one fact may stand before all others."""
MOST_COMPARED = 40
"""Places of a list that are looked at; nobody reads the rest so closely."""
SESSION_SHARE = 0.6
"""The part of a list that the turns of one session may take before others have had their place."""
_ALIKE = 0.6
_READ = 600


def diversify(found: Sequence[Recalled], limit: int) -> list[Recalled]:
    """The best ``limit`` of a ranked list; what repeats others comes after what doesn't.

    Nothing is lost: rows that were passed over fill the list when there are no others.
    """
    kept: list[Recalled] = []
    passed: list[Recalled] = []
    sessions: Counter[str] = Counter()
    topics: list[Topic] = []
    most = max(3, round(limit * SESSION_SHARE))
    rest: Sequence[Recalled] = ()
    for place, one in enumerate(found):
        if len(kept) >= min(limit, MOST_COMPARED):
            rest = found[place:]
            break
        topic = topic_of(one.memory)
        session = _session(one.memory)
        alike = sum(is_alike(topic, other) for other in topics)
        if alike >= MOST_ALIKE or (session and sessions[session] >= most):
            passed.append(one)
            continue
        kept.append(one)
        topics.append(topic)
        sessions[session] += 1
    return [*kept, *passed, *rest][:limit]


def _session(memory: Memory) -> str:
    return memory.session_id or "" if memory.kind == "turn" else ""


def topic_of(memory: Memory) -> Topic:
    """What a memory is about: its words, and the slot it fills."""
    slot = (memory.subject, memory.attribute, memory.value) if memory.attribute else None
    return frozenset(index_terms(memory.content[:_READ])), slot


def is_alike(one: Topic, other: Topic) -> bool:
    """True for two wordings of one thing: the same slot and value, or mostly the same words."""
    if one[1] is not None and one[1] == other[1]:
        return True
    both = len(one[0] & other[0])
    return both > 0 and both >= _ALIKE * len(one[0] | other[0])
