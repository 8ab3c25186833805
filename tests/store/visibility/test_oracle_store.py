"""The real store against the oracle: random trees of checkpoints, and what every reader sees."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.visibility.world import Forget, Note, Say, Spot, Words, World

STEPS = int(os.environ.get("MEMORY_GRAPH_TEST_STEPS", "2000"))
LONG_STEPS = max(STEPS, 20_000)
LONG_SECONDS = 25.0
STEPS_EACH = 40
THREADS = ("a", "b", "c")
WORDS: tuple[Words, ...] = (
    Say("city", "Oslo"), Say("city", "Turin"), Say("city", "Lyon"), Say("job", "cook"),
    Say("job", "smith"), Note("rain"), Note("snow"), Forget("city"), Forget("job"), None,
)  # fmt: skip
MESSAGES = ("m1", "m2")
PICK = st.integers(0, 1 << 16)
words = st.sampled_from(WORDS)
messages = st.sampled_from(MESSAGES)


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
            spot = self.world.step(spot)
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
            self.finish(self.world.step(spot) if number % 2 else spot, said, message)

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


class Machine(RuleBasedStateMachine):
    """Hypothesis in the driver's seat."""

    store: PostgresMemoryStore
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.driver = Driver(self.store)

    @rule(number=PICK, said=words, message=messages)
    def turn(self, number: int, said: Words, message: str) -> None:
        self.driver.turn(number, said, message)
        self.look(number)

    @rule(number=PICK, said=words, message=messages)
    def crash(self, number: int, said: Words, message: str) -> None:
        self.driver.crash(number, said, message)
        self.look(number)

    @precondition(lambda self: self.driver.said)
    @rule(number=PICK)
    def again(self, number: int) -> None:
        self.driver.again(number)
        self.look(number)

    @rule(number=PICK, first=words, second=words)
    def parallel(self, number: int, first: Words, second: Words) -> None:
        self.driver.parallel(number, first, second)
        self.look(number)

    @rule(number=PICK, first=words, second=words)
    def nested(self, number: int, first: Words, second: Words) -> None:
        self.driver.nested(number, first, second)
        self.look(number)

    @rule(number=PICK, said=words)
    def outside(self, number: int, said: Words) -> None:
        self.driver.outside(said)
        self.look(number)

    @rule(number=PICK)
    def rewind(self, number: int) -> None:
        self.driver.rewind(number)
        self.look(number)

    @rule(number=PICK)
    def undo(self, number: int) -> None:
        self.driver.undo(number)
        self.look(number)

    @rule(number=PICK)
    def delete(self, number: int) -> None:
        self.driver.delete(number)
        self.look(number)

    @rule(number=PICK)
    def copy(self, number: int) -> None:
        self.driver.copy(number)
        self.look(number)

    def look(self, number: int) -> None:
        Machine.steps += 1
        self.driver.look(number)




def test_every_reader_sees_what_the_oracle_says(store: PostgresMemoryStore) -> None:
    Machine.store, Machine.steps = store, 0
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=-(-STEPS // STEPS_EACH), stateful_step_count=STEPS_EACH, deadline=None,
            suppress_health_check=list(HealthCheck), print_blob=True,
        ),
    )  # fmt: skip
    assert Machine.steps >= STEPS


@pytest.mark.slow
def test_long_random_runs_agree(store: PostgresMemoryStore) -> None:
    """As above, with plain random choices and long lives; at most 20,000 steps or its time."""
    seed = int(os.environ.get("MEMORY_GRAPH_TEST_SEED", "20261129"))
    until = time.monotonic() + LONG_SECONDS * LONG_STEPS / 20_000
    done = 0
    while done < LONG_STEPS and time.monotonic() < until:
        done += _random_life(store, random.Random(seed + done), 150)
    assert done >= 150


def _random_life(store: PostgresMemoryStore, dice: random.Random, steps: int) -> int:
    driver = Driver(store)
    trace: list[Any] = []
    for _ in range(steps):
        name, arguments = _throw(dice)
        trace.append((name, *arguments))
        try:
            getattr(driver, name)(*arguments)
            driver.look(dice.randrange(1 << 16))
        except AssertionError as error:
            error.add_note(f"after {len(trace)} steps: {trace[-12:]}")
            raise
    return driver.steps


def _throw(dice: random.Random) -> tuple[str, tuple[Any, ...]]:
    number = dice.randrange(1 << 16)
    said, second, message = dice.choice(WORDS), dice.choice(WORDS), dice.choice(MESSAGES)
    moves: list[tuple[int, str, tuple[Any, ...]]] = [
        (6, "turn", (number, said, message)), (3, "crash", (number, said, message)),
        (3, "again", (number,)), (2, "parallel", (number, said, second)),
        (1, "nested", (number, said, second)), (2, "outside", (said,)),
        (2, "rewind", (number,)), (2, "undo", (number,)), (1, "delete", (number,)),
        (1, "copy", (number,)),
    ]  # fmt: skip
    _, name, arguments = dice.choices(moves, weights=[weight for weight, _, _ in moves])[0]
    return name, arguments
