"""What people say in the stories, as candidates, and its names in the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_graph.types import Candidate, Evidence, Memory


@dataclass(frozen=True)
class Say:
    """A new value for a single-valued slot."""

    slot: str
    value: str


@dataclass(frozen=True)
class Note:
    """A fact that stands beside others."""

    text: str


@dataclass(frozen=True)
class Forget:
    """Takes back whatever a slot holds."""

    slot: str


Words = Say | Note | Forget | None


def candidate(words: Say | Note | Forget, message: str) -> Candidate:
    """Some words as the extractor would give them."""
    evidence = Evidence(span=str(words), message_id=message)
    match words:
        case Say(slot, value):
            return Candidate(
                tier="semantic", kind="fact", content=f"The user has {slot} {value}.",
                attribute=slot, value=value, cardinality="single", evidence=evidence,
            )  # fmt: skip
        case Note(text):
            content = f"The user noted {text}."
            return Candidate(
                tier="semantic", kind="fact", content=content, value=text, evidence=evidence
            )
        case Forget(slot):
            return Candidate(
                tier="semantic", kind="fact", content=f"Forget {slot}.", attribute=slot,
                cardinality="single", retires=True, evidence=evidence,
            )  # fmt: skip


def fact_of(memory: Memory) -> str:
    """The oracle's name of a memory."""
    return f"{memory.attribute}={memory.value}" if memory.attribute else str(memory.value)


def facts(memories: Sequence[Memory]) -> set[str]:
    """The facts of memories, of which none may come twice."""
    names = [fact_of(one) for one in memories]
    assert len(names) == len(set(names)), f"a fact came twice: {sorted(names)}"
    return set(names)
