"""Everything that can happen to threads, driven by numbers."""

from __future__ import annotations

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.visibility.words import Forget, Note, Say, Words
from tests.store.visibility.world import Spot, World

THREADS = ("a", "b", "c")
WORDS: tuple[Words, ...] = (
    Say("city", "Oslo"), Say("city", "Turin"), Say("city", "Lyon"), Say("job", "cook"),
    Say("job", "smith"), Note("rain"), Note("snow"), Forget("city"), Forget("job"), None,
)  # fmt: skip


class Driver:
    """What can happen to threads; every choice is a number, so that failures shrink."""

    def __init__(self, store: PostgresMemoryStore) -> None:
        self.world = World(store)
        self.steps = 0
        self.open: list[Spot] = []
        self.said: list[tuple[Spot, Words, str]] = []
        self.last: Spot | None = None

    def pick(self, number: int) -> Spot:
        """A checkpoint that is held; often one of the newest, so that branches grow long."""
        held = [spot for thread in THREADS for spot in self.world.held.get(thread, ())]
        if not held:
            return self.world.start(THREADS[number % len(THREADS)])
        newest = sorted(held, key=lambda spot: spot.node.stamp)[-3:]
        return (newest if number % 3 else held)[number // 3 % len(newest if number % 3 else held)]

    def turn(self, number: int, said: Words, message: str) -> None:
        """A turn from any checkpoint: goes on, forks, or continues an old branch."""
        spot = self.pick(number)
        if number % 2:
            spot = self.world.checkpoint(spot)
        self.finish(spot, said, message)

    def finish(self, spot: Spot, said: Words, message: str) -> None:
        self.said.append((spot, said, message))
        self.last = self.world.turn(spot, said, message)

    def crash(self, number: int, said: Words, message: str) -> None:
        """A turn that commits and dies before its checkpoint."""
        spot = self.pick(number)
        self.said.append((spot, said, message))
        self.last = self.world.commit(spot, said, message)

    def again(self, number: int) -> None:
        """The same turn again: resumed after a crash, retried, or replayed from a fork."""
        held = [one for one in self.said if one[0] in self.world.held.get(one[0].node.thread, ())]
        if held:
            spot, said, message = held[number // 2 % len(held)]
            self.finish(self.world.checkpoint(spot) if number % 2 else spot, said, message)

    def parallel(self, number: int, first: Words, second: Words) -> None:
        """Two branches of one superstep, joined by one checkpoint."""
        spot = self.pick(number)
        ends = [self.world.commit(spot, first, "left"), self.world.commit(spot, second, "right")]
        if number % 4:
            self.last = self.world.checkpoint(*ends)

    def nested(self, number: int, first: Words, second: Words) -> None:
        """Two passes within one step of the root graph."""
        inner = self.world.commit(self.pick(number), first, "inner")
        self.last = self.world.turn(inner, second, "outer")

    def outside(self, said: Words) -> None:
        """A write without a thread."""
        self.world.outside(said)
        self.last = None

    def rewind(self, number: int) -> None:
        spot = self.pick(number)
        if self.world.oracle.epoch_of(spot.node):
            self.world.rewind(spot)
            self.last = spot

    def undo(self, number: int) -> None:
        thread = THREADS[number % len(THREADS)]
        if any(self.world.oracle.standing_rewinds(thread)):
            self.world.undo(thread)

    def delete(self, number: int) -> None:
        """A thread's checkpoints go, and its id is used again."""
        thread = THREADS[number % len(THREADS)]
        self.world.delete(thread)
        self.last = self.world.start(thread)

    def copy(self, number: int) -> None:
        """A thread is copied to an id that holds nothing."""
        source = self.pick(number).node.thread
        target = THREADS[number // 7 % len(THREADS)]
        if source != target:
            self.world.delete(target)
            self.world.copy(source, target)

    def look(self, number: int) -> None:
        """Compares what the thread that just spoke sees, and another reader in another way."""
        self.steps += 1
        world, spot = self.world, self.pick(number)
        world.compare(world.eyes(self.last))
        moment = sorted(world.moments)[number // 5 % len(world.moments)]
        sights = [world.eyes(spot), world.eyes_of(spot), world.eyes(tick=moment), world.eyes()]
        sight = sights[number % len(sights)]
        facts = sorted(world.oracle.facts())
        if number % 7 == 0 and sight.as_of is None and facts:
            world.compare_history(sight, facts[number % len(facts)])
        elif number % 7 < 4:
            world.compare_closed(sight)
        else:
            world.compare_recall(sight)
