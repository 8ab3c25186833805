"""Real graphs against an oracle: random turns, reviews, forks, replays, rewinds and erasures.

``MEMORY_GRAPH_TEST_STEPS`` sets how many steps, ``MEMORY_GRAPH_TEST_SEED`` where the dice start.
A failure names the seed and the few steps that are enough for it. Dice instead of hypothesis: most
steps run the whole graph, so what shrinks a failure must be frugal and only leaves steps out.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver

from memory_graph import build_memory_graph
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.alignment.walk_driver import Walk

STEPS = int(os.environ.get("MEMORY_GRAPH_TEST_STEPS", "2000"))
SEED = int(os.environ.get("MEMORY_GRAPH_TEST_SEED", "20261129"))
STEPS_EACH, LONG_STEPS_EACH = 40, 150
LONG_STEPS = max(STEPS, 20_000)
LONG_SECONDS = 20.0
SHRINK_SECONDS = 60.0
MOVES = {
    "turn": (6, 2), "fork": (3, 2), "edit": (2, 2), "go_on": (2, 2), "replay": (3, 1),
    "answer": (6, 1), "script": (1, 1), "rewind": (2, 1), "undo": (2, 1), "erase": (1, 1),
    "delete": (1, 1), "decide_anew": (1, 1), "look": (8, 1),
}  # fmt: skip
"""How often each happens, and how many numbers it takes."""

Step = tuple[str, tuple[int, ...]]
NewWalk = Callable[[], Walk]


@pytest.fixture(params=["memory", "postgres"])
def saver(
    request: pytest.FixtureRequest, postgres_saver: BaseCheckpointSaver[Any]
) -> BaseCheckpointSaver[Any]:
    """Both checkpointers."""
    return InMemorySaver() if request.param == "memory" else postgres_saver


@pytest.fixture
def walks(clean_dsn: str, tied: ExitStack) -> Callable[[BaseCheckpointSaver[Any]], NewWalk]:
    """Make the maker of walks, each of a new user, for a checkpointer."""
    options = Settings(dsn=clean_dsn, embeddings="none", pool_size=4, recall_timeout_ms=0)
    store = tied.enter_context(PostgresMemoryStore(settings=options))
    store.setup()

    def make(saver: BaseCheckpointSaver[Any]) -> NewWalk:
        builder = build_memory_graph(model="offline", settings=options)
        return lambda: Walk(builder.compile(store=store, checkpointer=saver), store)

    return make


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """Count steps, and which ways through the graph they took; print them at the end."""
    counts: Counter[str] = Counter()
    yield counts
    capture = request.config.pluginmanager.getplugin("capturemanager")
    terminal = request.config.pluginmanager.getplugin("terminalreporter")
    if capture is not None and terminal is not None and counts:
        with capture.global_and_fixture_disabled():
            ways = " ".join(f"{way} {count}" for way, count in counts.most_common())
            terminal.write_line(f"\n{ways}")


def test_the_graph_agrees_with_the_oracle(
    walks: Callable[..., NewWalk], report: Counter[str]
) -> None:
    new_walk = walks(InMemorySaver())
    for seed in range(SEED, SEED + -(-STEPS // STEPS_EACH)):
        live(new_walk, seed, STEPS_EACH, report)
    assert report["steps"] >= STEPS


@pytest.mark.slow
def test_long_lives_agree_too(
    walks: Callable[..., NewWalk], report: Counter[str], saver: BaseCheckpointSaver[Any]
) -> None:
    """As above, with deep trees; half of 20,000 steps in each checkpointer, as far as time goes.

    The time is that of an ordinary run; ten times the steps have a hundred times of it.
    """
    new_walk = walks(saver)
    until = time.monotonic() + LONG_SECONDS / 2 * (STEPS / 2000) ** 2
    seed = SEED + 1_000_000
    while report["steps"] < LONG_STEPS // 2 and time.monotonic() < until:
        live(new_walk, seed, LONG_STEPS_EACH, report, until)
        seed += 1
    assert report["steps"] >= 1


def live(
    new_walk: NewWalk, seed: int, steps: int, report: Counter[str], until: float = float("inf")
) -> None:
    """One user's life; a failure comes with the few steps that are enough for it."""
    walk = new_walk()
    done: list[Step] = []
    for name, numbers in throw(seed, steps):
        if time.monotonic() > until:
            break
        done.append((name, numbers))
        try:
            getattr(walk, name)(*numbers)
        except Exception as error:
            error.add_note(f"seed {seed}: {shrunk(new_walk, done)}")
            raise
    walk.finish()
    report.update(walk.seen)
    report["steps"] += len(done)


def throw(seed: int, steps: int) -> list[Step]:
    """The steps of one life."""
    dice = random.Random(seed)
    chosen = dice.choices(list(MOVES), [weight for weight, _ in MOVES.values()], k=steps)
    return [(name, tuple(dice.randrange(1 << 16) for _ in range(MOVES[name][1])))
            for name in chosen]  # fmt: skip


def shrunk(new_walk: NewWalk, steps: Sequence[Step]) -> list[Step]:
    """The steps without those that the failure does not need, as far as time allows."""
    until = time.monotonic() + SHRINK_SECONDS
    kept, index = list(steps), 0
    while index < len(kept) and time.monotonic() < until:
        fewer = kept[:index] + kept[index + 1 :]
        if fails(new_walk, fewer):
            kept = fewer
        else:
            index += 1
    return kept


def fails(new_walk: NewWalk, steps: Sequence[Step]) -> bool:
    """True when these steps end in disagreement or error."""
    walk = new_walk()
    try:
        for name, numbers in steps:
            getattr(walk, name)(*numbers)
    except Exception:  # noqa: BLE001 - any failure is one
        return True
    return False
