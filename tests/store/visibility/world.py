"""One scope driven twice: the real store through its programs, and the oracle beside it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memory_graph import lineage as multirange
from memory_graph.effects import Effect, run
from memory_graph.stores.branch import OUTSIDE, Branch, cover
from memory_graph.stores.commit import Commit
from memory_graph.stores.plan import plan_operations
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.stores.rewind import RewindReport
from memory_graph.types import Memory, WriteResult
from tests.store.visibility.oracle import Oracle
from tests.store.visibility.tree import Node, Plan, Reader, Version, Write
from tests.store.visibility.words import Forget, Note, Say, Words, candidate, fact_of, facts


@dataclass(eq=False)
class Spot:
    """A point of a thread in both worlds."""

    node: Node
    lineage: str
    clock: datetime | None = None

    @property
    def root(self) -> str:
        return f"{self.node.stamp:08d}"


@dataclass(frozen=True)
class Sight:
    """Whose eyes, in both worlds."""

    reader: Reader = field(default_factory=Reader)
    branch: Branch = OUTSIDE
    as_of: datetime | None = None


class World:
    """A fresh scope of a store."""

    def __init__(self, store: PostgresMemoryStore) -> None:
        self.store = store
        self.scope = f"user-{uuid.uuid4().hex}"
        self.oracle = Oracle()
        self.stamps = 0
        self.held: dict[str, list[Spot]] = {}
        self.lives: Counter[str] = Counter()
        self.numbers: dict[Write, int] = {}
        self.ids: dict[tuple[str, int], str] = {}
        self.moments: dict[int, datetime] = {}
        self._mark()

    # Threads -------------------------------------------------------------------------------

    def start(self, thread: str) -> Spot:
        """The first checkpoint of a thread."""
        return self._hold(Node(thread, self._stamp()), multirange.EMPTY)

    def checkpoint(self, *spots: Spot) -> Spot:
        """A further checkpoint: the end of a step, of parallel branches, new input, a fork."""
        lineage = multirange.EMPTY
        for spot in spots:
            lineage = multirange.union(lineage, spot.lineage)
        parents = tuple(spot.node for spot in spots)
        return self._hold(Node(spots[0].node.thread, self._stamp(), parents), lineage)

    def delete(self, thread: str) -> None:
        """The checkpointer forgets a thread; what is said under its id from now on is new.

        The same first message with the same id would be taken for one that a crash has cut off:
        nothing tells the two apart.
        """
        self.held[thread], self.oracle.held[thread] = [], []
        self.lives[thread] += 1

    def copy(self, source: str, target: str) -> None:
        """Copies all checkpoints of a thread under another id."""
        copies: dict[int, Node] = {}
        for spot in list(self.held[source]):
            node = _copy(spot.node, target, copies)
            self._hold(node, spot.lineage, spot.clock)

    def _hold(self, node: Node, lineage: str, clock: datetime | None = None) -> Spot:
        if clock is None:
            node.clock, clock = self.oracle.now, self.moments[self.oracle.now]
        spot = Spot(node, lineage, clock)
        self.held.setdefault(node.thread, []).append(spot)
        self.oracle.held.setdefault(node.thread, []).append(node)
        return spot

    def _stamp(self) -> int:
        self.stamps += 1
        return self.stamps

    # Writing -------------------------------------------------------------------------------

    def turn(self, spot: Spot, words: Words, message: str = "m") -> Spot:
        """One pass of a run and the checkpoint after it."""
        return self.checkpoint(self.commit(spot, words, message))

    def outside(self, words: Words, message: str = "") -> None:
        """One write without a thread."""
        self._commit(None, words, message or uuid.uuid4().hex)

    def commit(self, spot: Spot, words: Words, message: str = "m") -> Spot:
        """One pass of a run that ends before its checkpoint; gives the point it reached."""
        write, result = self._commit(spot, words, message)
        added = frozenset({write}) if write else frozenset()
        node = Node(spot.node.thread, spot.node.stamp, (spot.node,), added)
        assert numbers(result.lineage) == {self.numbers[one] for one in node.path()}
        return Spot(node, result.lineage)

    def _commit(
        self, spot: Spot | None, words: Words, message: str
    ) -> tuple[Write | None, WriteResult]:
        node = spot.node if spot else None
        message = f"{message}.{self.lives[spot.node.thread]}" if spot else message
        plan = self.plan(node, words)
        todo = self.todo(spot, words, message)
        if spot and self.oracle.now % 4 == 0:
            found = run(self.store.find_write_program(self.scope, todo.branch, todo))
            assert found == self.oracle.is_committed(spot.node, f"{message} {words}")
        result = run(self.store.commit_program(todo))
        write, was_there = self.oracle.commit(node, f"{message} {words}", plan)
        assert not result.stale
        assert (result.number is None, result.already) == (write is None, was_there)
        if write and result.number is not None:
            assert self.numbers.setdefault(write, result.number) == result.number
            if not was_there:
                self._learn(plan, result)
        self._mark()
        return write, result

    def todo(self, spot: Spot | None, words: Words, message: str) -> Commit:
        """The commit of some words, planned by the store."""
        branch = self.branch(spot) if spot else OUTSIDE
        wanted = [] if words is None else [candidate(words, message)]
        near = run(self.store.neighbours_program(self.scope, wanted, branch))
        covered = (cover(message, f"{message} {words}"),) if spot else ()
        nonce = "" if spot else f"{message} {words}"
        operations = tuple(plan_operations(wanted, near))
        return Commit(self.scope, branch, operations=operations, covered=covered, nonce=nonce)

    def plan(self, node: Node | None, words: Words) -> Plan:
        """What the oracle expects some words to do."""
        match words:
            case Say(slot, value):
                return self.oracle.plan(node, slot, value)
            case Note(text):
                return Plan(frozenset({text}))
            case Forget(slot):
                visible = self.oracle.visible(Reader(node))
                return Plan(closes=frozenset(x for x in visible if x.startswith(f"{slot}=")))
            case None:
                return Plan()

    def _learn(self, plan: Plan, result: WriteResult) -> None:
        """Remembers which row holds which interval."""
        for fact in plan.states:
            number = len(self.oracle.intervals(fact))
            known = self.ids.setdefault((fact, number), result.memory_ids[0])
            assert known == result.memory_ids[0]

    def _mark(self) -> None:
        """Notes the clock, and compares what others now recall."""
        clock = self.compare_recall(Sight())
        assert clock is not None
        self.moments[self.oracle.now] = clock

    # Rewinding -----------------------------------------------------------------------------

    def rewind(self, spot: Spot) -> RewindReport:
        """Rewinds a thread to a checkpoint and compares the report."""
        before = self.oracle.visible(Reader())
        assert spot.clock is not None
        arguments = (self.scope, spot.node.thread, spot.lineage, spot.clock, spot.root)
        dry = self.store.rewind(*arguments, oldest=self.oldest(spot.node.thread), dry_run=True)
        self.compare(Sight())
        report = self.store.rewind(*arguments, oldest=self.oldest(spot.node.thread))
        assert self.oracle.rewind(spot.node)
        self._mark()
        self._compare_report(report, before)
        assert (dry.vanished, dry.reopened) == (report.vanished, report.reopened)
        return report

    def undo(self, thread: str) -> RewindReport:
        """Undoes the thread's last rewind and compares the report."""
        before = self.oracle.visible(Reader())
        report = self.store.undo_rewind(self.scope, thread)
        assert self.oracle.undo(thread)
        self._mark()
        self._compare_report(report, before)
        return report

    def _compare_report(self, report: RewindReport, before: set[str]) -> None:
        after = self.oracle.visible(Reader())
        assert {fact_of(one) for one in report.vanished} == before - after
        assert {fact_of(one) for one in report.reopened} == after - before

    # Reading -------------------------------------------------------------------------------

    def branch(self, spot: Spot) -> Branch:
        """Where a run at this point stands."""
        oldest = self.oldest(spot.node.thread)
        return Branch(spot.node.thread, spot.root, spot.lineage, oldest)

    def oldest(self, thread: str) -> Effect:
        """What the checkpointer says of its oldest checkpoint."""

        def ask() -> str:
            return min((spot.root for spot in self.held.get(thread, ())), default="")

        async def aask() -> str:
            return ask()

        return Effect(ask, aask)

    def eyes(self, spot: Spot | None = None, tick: int | None = None) -> Sight:
        """A thread's eyes now, or nobody's now or at a tick."""
        if spot:
            return Sight(Reader(spot.node), self.branch(spot))
        return Sight(Reader(None, tick), OUTSIDE, None if tick is None else self.moments[tick])

    def eyes_of(self, spot: Spot) -> Sight:
        """As it was at a checkpoint."""
        return Sight(Reader(spot.node, spot.node.clock), self.branch(spot), spot.clock)

    def sees(self, spot: Spot | None = None, tick: int | None = None) -> set[str]:
        """The facts a reader sees, after the oracle agreed."""
        return self.compare(self.eyes(spot, tick))

    def compare(self, sight: Sight) -> set[str]:
        """Compares the list of open memories."""
        memories = self.store.list_memories(
            self.scope, limit=1000, branch=sight.branch, as_of=sight.as_of
        )
        found = facts(memories)
        assert found == self.oracle.visible(sight.reader)
        return found

    def compare_recall(self, sight: Sight) -> datetime | None:
        """Compares recall, down to the number of rows it counted; gives its clock."""
        result = self.store.recall(
            self.scope, "user", limit=1000, branch=sight.branch, as_of=sight.as_of
        )
        visible = self.oracle.visible(sight.reader)
        assert facts([one.memory for one in result.memories]) == visible
        assert result.considered == len(visible)
        return result.clock

    def compare_closed(self, sight: Sight) -> None:
        """Compares the list with closed memories, and the moment each was closed."""
        memories = self.store.list_memories(
            self.scope, limit=1000, branch=sight.branch, as_of=sight.as_of, with_closed=True
        )
        every = {
            one for fact in self.oracle.facts() for one in self.oracle.versions(fact, sight.reader)
        }
        shown = {one for one in every if not _is_shadowed(one, every)}
        self._compare_versions(memories, shown)

    def compare_history(self, sight: Sight, fact: str) -> None:
        """Compares the versions of a visible fact, and each on its own."""
        versions = list(self.oracle.versions(fact, sight.reader))
        for one in versions:
            memory_id = self.ids[fact, one.interval]
            memory = self.store.get_memory(self.scope, memory_id, branch=sight.branch)
            self._compare_versions([memory], {one})
        if versions:
            memory_id = self.ids[fact, versions[0].interval]
            found = self.store.history(self.scope, memory_id, branch=sight.branch)
            self._compare_versions(found, self.oracle.history(fact, sight.reader))

    def _compare_versions(self, memories: Sequence[Memory], versions: set[Version]) -> None:
        expected = {
            (self.ids[one.fact, one.interval], one.fact, one.closed_tick and
             self.moments[one.closed_tick])
            for one in versions
        }  # fmt: skip
        assert {(one.id, fact_of(one), one.closed_at) for one in memories} == expected
        assert len(memories) == len(expected)


def _is_shadowed(version: Version, every: set[Version]) -> bool:
    """True for an open version that a later interval of the same fact stands for."""
    return version.closed_tick is None and any(
        one.fact == version.fact and one.interval > version.interval for one in every
    )


def _copy(node: Node, thread: str, copies: dict[int, Node]) -> Node:
    if id(node) not in copies:
        parents = tuple(_copy(one, thread, copies) for one in node.parents)
        copies[id(node)] = Node(thread, node.stamp, parents, node.writes, node.clock)
    return copies[id(node)]


def numbers(lineage: str) -> set[int]:
    """The write numbers of a lineage, one by one."""
    return {number for low, high in multirange.parse(lineage) for number in range(low, high)}
