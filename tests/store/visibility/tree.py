"""Checkpoint trees as the oracle walks them. Shares no code with the store.

Time is a counter: every commit, rewind and undoing takes the next tick, so ticks are commit order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Key = tuple["Epoch | None", frozenset["Write"], str]


@dataclass(eq=False)
class Write:
    """One committed pass: which facts it stated, and which it closed."""

    tick: int
    epoch: Epoch | None
    states: frozenset[str]
    closes: frozenset[str]
    key: Key


@dataclass(eq=False)
class Node:
    """A checkpoint, or a point inside a step (then ``stamp`` is that of the step's start)."""

    thread: str
    stamp: int
    parents: tuple[Node, ...] = ()
    writes: frozenset[Write] = frozenset()
    clock: int = 0

    def path(self) -> frozenset[Write]:
        """All writes between the tree's first checkpoint and here."""
        found: set[Write] = set()
        seen: set[int] = set()
        todo = [self]
        while todo:
            node = todo.pop()
            if id(node) not in seen:
                seen.add(id(node))
                found |= node.writes
                todo.extend(node.parents)
        return frozenset(found)


@dataclass(eq=False)
class Entry:
    """A branch spoke, or was rewound to."""

    tick: int
    stamp: int
    tips: tuple[Node, ...]
    is_rewind: bool = False
    later: frozenset[Write] = frozenset()
    undone_at: int | None = None

    def branch(self) -> frozenset[Write]:
        return frozenset[Write]().union(*(tip.path() for tip in self.tips))

    def counts(self, at: int) -> bool:
        return self.tick <= at and (self.undone_at is None or self.undone_at > at)


@dataclass(eq=False)
class Epoch:
    """One checkpoint tree of a thread id."""

    thread: str
    entries: list[Entry] = field(default_factory=list)

    def standing(self, at: int) -> list[Entry]:
        return [one for one in self.entries if one.counts(at)]

    def live(self, at: int) -> frozenset[Write]:
        """The branch that spoke last."""
        standing = self.standing(at)
        return standing[-1].branch() if standing else frozenset()

    def void(self, at: int) -> frozenset[Write]:
        """What rewinds took back, and no later rewind revived."""
        gone: frozenset[Write] = frozenset()
        for one in self.standing(at):
            if one.is_rewind:
                gone = (gone - one.branch()) | one.later
        return gone


@dataclass(frozen=True)
class Reader:
    """Whose eyes: a point of a thread or nobody's, and when."""

    node: Node | None = None
    at: int | None = None


@dataclass(frozen=True)
class Plan:
    """What a pass will do."""

    states: frozenset[str] = frozenset()
    closes: frozenset[str] = frozenset()
    replaces: str | None = None
    """The closed fact that the new one is linked to."""

    @property
    def is_empty(self) -> bool:
        return not self.states and not self.closes


@dataclass(frozen=True)
class Version:
    """One interval of a fact, as a reader sees it."""

    fact: str
    interval: int
    closed_tick: int | None
    is_closed: bool = False
    """Somebody has closed it, whether the reader knows of that or not."""
