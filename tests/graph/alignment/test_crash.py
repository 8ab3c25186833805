"""Kill -9 at every named step and at random: what a reader sees is as if nothing had happened.

A conversation with reviews runs in a process that is killed again and again; each time a new one
goes on with nothing but the checkpointer and the ids of its messages. ``make crash-test`` kills
more often than ``make test``.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.postgres import PostgresSaver

from memory_graph import lineage
from memory_graph.graph import build_memory_graph
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Memory

pytestmark = pytest.mark.own_database

ROOT = Path(__file__).resolve().parents[3]
WORKER = Path(__file__).with_name("crash_worker.py")
KILLS = int(os.environ.get("MEMORY_GRAPH_TEST_KILLS", "42"))
MODES = ("sync", "async", "exit")
STEPS = {
    "before_commit": 5, "inside_commit": 5, "after_commit": 5, "before_checkpoint": 25,
    "after_checkpoint": 25, "before_writes": 25, "after_writes": 25, "review_waits": 2,
    "before_answer": 2, "after_answer": 2, "random": 0,
}  # fmt: skip
"""Each step, and the latest occurrence at which to die there."""
FEW = 4
"""With ``exit`` checkpoints are few: one or two a run."""
KILLED = -9
MOST_IN_A_ROW = 8
"""After so many kills a conversation is left to end, so that it can be compared."""
SECRET = "insulin diabetes"

Events = list[dict[str, Any]]


@dataclass(frozen=True)
class Life:
    """One conversation: its user, how it is kept, and how its processes ended."""

    user: str
    durability: str
    kills: tuple[str, ...]
    missed: str
    """Where its last process should have died, but never came."""
    events: Events


@pytest.fixture(scope="module")
def nursery() -> Iterator[Callable[[dict[str, Any]], int]]:
    """Start one process that forks all the others; give what runs an order and its exit code."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=environment,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout

        def send(order: dict[str, Any]) -> int:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
            return int(json.loads(process.stdout.readline())["ended"])

        yield send
        process.stdin.close()


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Counter[tuple[str, str]]]:
    """Count the kills by step and mode; print them at the end."""
    counted: Counter[tuple[str, str]] = Counter()
    yield counted
    manager = request.config.pluginmanager
    reporter, capture = manager.get_plugin("terminalreporter"), manager.get_plugin("capturemanager")
    if counted and reporter and capture:
        with capture.global_and_fixture_disabled():
            for line in rendered(counted):
                reporter.write_line(line)


def rendered(counted: Counter[tuple[str, str]]) -> Iterator[str]:
    """Lines of the table: kills by step and mode."""
    yield f"\n{'kills at':18}" + "".join(f"{mode:>7}" for mode in MODES)
    for step in STEPS:
        yield f"{step:18}" + "".join(f"{counted[step, mode]:7}" for mode in MODES)
    sums = [sum(counted[step, mode] for step in STEPS) for mode in MODES]
    yield f"{'all':18}" + "".join(f"{one:7}" for one in sums)


@pytest.fixture
def converse(
    nursery: Callable[[dict[str, Any]], int], clean_dsn: str, tmp_path: Path
) -> Callable[..., Life]:
    """Run a conversation to its end, through the crashes of a plan."""
    with PostgresSaver.from_conn_string(clean_dsn) as saver:
        saver.setup()

    def run(user: str, durability: str, plan: Iterator[str]) -> Life:
        log = tmp_path / f"{user}.jsonl"
        order = {"dsn": clean_dsn, "user": user, "durability": durability, "log": str(log)}
        kills: list[str] = []
        while True:
            crash_at = next(plan, "") if len(kills) < MOST_IN_A_ROW else ""
            ended = nursery(order | {"crash_at": crash_at})
            if ended != KILLED:
                break
            kills.append(crash_at)
        error = Path(f"{log}.error")
        assert ended == 0, (kills, log.read_text("utf-8"), error.read_text("utf-8"))
        events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        return Life(user, durability, tuple(kills), crash_at, events)

    return run


def crashes(durability: str) -> Iterator[str]:
    """Places to die: every step in turn, each at a random occurrence."""
    rng = random.Random(f"crash {durability}")
    for step in cycle(rng.sample(list(STEPS), len(STEPS))):
        if step == "random":
            yield f"random:{rng.uniform(0.01, 0.5):.3f}"
        else:
            latest = min(STEPS[step], FEW) if durability == "exit" else STEPS[step]
            yield f"{step}:{rng.randint(1, latest)}"


def seen(store: PostgresMemoryStore, dsn: str, life: Life) -> dict[str, Any]:
    """All that a reader can see of a conversation, without what differs by nature."""
    memories = store.list_memories(life.user, with_closed=True, limit=1000)
    facts = [one for one in memories if one.kind != "turn"]
    turns = sorted((one for one in memories if one.kind == "turn"), key=lambda one: one.valid_from)
    sessions = list(dict.fromkeys(one.session_id for one in turns))
    return {
        "facts": sorted(_fact(one) for one in facts),
        "turns": [
            (one.speaker, one.content, one.position, one.message_id if _is_user(one) else "",
             sessions.index(one.session_id), one.evidence_count)
            for one in sorted(turns, key=lambda one: (one.valid_from, one.position or 0))
        ],
        "histories": sorted(
            [version.content for version in store.history(life.user, one.id)] for one in facts
        ),
        "recalled": {
            query: sorted(one.memory.content for one in store.recall(life.user, query).memories)
            for query in ("peanuts", "芒果", "Where do I live?", SECRET)
        },
        "writes": store.stats(life.user).writes,
        "thread": _thread(dsn, life.user),
    }  # fmt: skip


def _fact(one: Memory) -> tuple[Any, ...]:
    return (
        one.tier, one.kind, one.content, one.is_open, one.superseded_by is not None,
        one.evidence_count, one.confidence, one.valid_from.isoformat(), one.doubtful,
    )  # fmt: skip


def _is_user(turn: Memory) -> bool:
    return (turn.message_id or "").startswith("m")


def _thread(dsn: str, user: str) -> dict[str, Any]:
    """The thread as the checkpointer holds it."""
    with PostgresSaver.from_conn_string(dsn) as saver:
        app = build_memory_graph(model="offline").compile(checkpointer=saver)
        state = app.get_state({"configurable": {"thread_id": f"thread-{user}"}})
    values = state.values
    working = values["working"]
    ranges = lineage.parse(values["lineage"])
    return {
        "next": state.next,
        "users": [one.id for one in values["messages"] if isinstance(one, HumanMessage)],
        "messages": [one.type for one in values["messages"]],
        "lineage": sum(high - low for low, high in ranges),
        "ranges": len(ranges),
        "pocket": sorted(one["content"] for one in working.get("pocket", [])),
        "masked": working["session"].get("masked_through") is not None,
    }


def asked_again(life: Life) -> list[str]:
    """Reviews that were asked although they were settled."""
    bad, committed = [], set()
    answered: set[str] = set()
    current = ""
    for one in life.events:
        if one["event"] == "asked":
            current = one["message"]
            if current in committed:
                bad.append(f"{current} was asked again after its write was committed")
            if current in answered and life.durability == "sync":
                bad.append(f"{current} was asked again after its answer was kept")
        elif one["event"] == "answer_kept":
            answered.add(current)
        elif one["event"] == "committed":
            committed.add(one["message"])
    return bad


def committed_once(life: Life) -> list[int]:
    """The numbers of the writes, in the order in which they first came."""
    return list(
        dict.fromkeys(
            one["number"] & 0xFFFFFFFF for one in life.events
            if one["event"] == "committed" and one["number"]
        )
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("durability", MODES)
def test_a_reader_sees_what_an_uninterrupted_run_leaves(
    converse: Callable[..., Life], store: PostgresMemoryStore, clean_dsn: str,
    table: Counter[tuple[str, str]], durability: str,
) -> None:  # fmt: skip
    whole = converse("whole", durability, iter(()))
    expected = seen(store, clean_dsn, whole)
    asked = [one["message"] for one in whole.events if one["event"] == "asked"]
    assert asked == ["m1", "m3", "m4"]
    assert not any("insulin" in text for text in expected["recalled"][SECRET])
    plan, done, number, retried = crashes(durability), 0, 0, set[str]()
    while done < KILLS // len(MODES):
        number += 1
        life = converse(f"crashed{number}", durability, plan)
        done += len(life.kills)
        table.update((kill.partition(":")[0], durability) for kill in life.kills)
        assert asked_again(life) == [], life.kills
        assert seen(store, clean_dsn, life) == expected, life.kills
        numbers = committed_once(life)
        assert numbers == sorted(numbers)
        step = life.missed.partition(":")[0]
        if step and not table[step, durability] and step not in retried:
            retried.add(step)  # once more, as early as it can be
            plan = chain([f"{step}:1"], plan)
