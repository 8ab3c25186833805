"""The real store against the oracle: random trees of checkpoints, and what every reader sees."""

from __future__ import annotations

import os
import random
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from memory_graph.stores.postgres import PostgresMemoryStore
from tests.store.visibility.driver import WORDS, Driver
from tests.store.visibility.words import Words

STEPS = int(os.environ.get("MEMORY_GRAPH_TEST_STEPS", "2000"))
LONG_STEPS = max(STEPS, 20_000)
LONG_SECONDS = 20.0
STEPS_EACH = 40
MESSAGES = ("m1", "m2")
PICK = st.integers(0, 1 << 16)
words = st.sampled_from(WORDS)
messages = st.sampled_from(MESSAGES)


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
    while Machine.steps < STEPS:  # an example may end before its last step
        run_state_machine_as_test(
            Machine,
            settings=settings(
                max_examples=-(-(STEPS - Machine.steps) // STEPS_EACH),
                stateful_step_count=STEPS_EACH, print_blob=True,
                suppress_health_check=list(HealthCheck),
            ),
        )  # fmt: skip


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
