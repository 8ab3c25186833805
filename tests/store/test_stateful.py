"""Random lives of a scope against the oracle: verbs, BaseStore operations, as-of reads, TTL."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from langgraph.store.base import GetOp, PutOp, SearchOp

from memory_graph.errors import ConflictError, InputError, NotFoundError
from memory_graph.settings import Settings
from memory_graph.stores.postgres import PostgresMemoryStore
from memory_graph.types import Candidate, Evidence
from tests.store.stateful_oracle import Items, Memories, Told, Version

pytestmark = pytest.mark.own_database

STEPS = int(os.environ.get("MEMORY_GRAPH_TEST_STEPS", "2000"))
LONG_STEPS = max(STEPS, 20_000)
SECONDS, LONG_SECONDS = 60.0, 30.0
STEPS_EACH = 40
DRINKS = ("tea", "milk", "juice", "红茶")
TELLING = (
    *(Told(f"Drinks {name}.", is_slot=True) for name in DRINKS),
    *(Told(f"Owns a {name}.") for name in ("dog", "cat", "boat", "小猫")),
)
PICK = st.integers(0, 1 << 16)
told = st.sampled_from(TELLING)
places = st.tuples(
    st.sampled_from([("notes",), ("notes", "deep"), ("笔记",)]), st.sampled_from("ab")
)
numbers = st.integers(-3, 3)
lives = st.sampled_from([None, 30.0, 30.0, 90.5])
puts = st.tuples(st.just("put"), places, numbers, lives)
others = st.tuples(st.sampled_from(["get", "delete", "search"]), places, numbers, lives)


def candidate(one: Told) -> Candidate:
    fields: dict[str, Any] = {}
    if one.is_slot:
        value = one.content.removeprefix("Drinks ").rstrip(".")
        fields = {"attribute": "drink", "value": value, "cardinality": "single"}
    return Candidate.model_validate(
        {"tier": "semantic", "kind": "fact", "content": one.content, **fields,
         "evidence": Evidence(role="operator", span=one.content)}
    )  # fmt: skip


class Machine(RuleBasedStateMachine):
    """One scope, driven beside the oracle."""

    store: PostgresMemoryStore
    admin: psycopg.Connection[Any]
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.scope = uuid.uuid4().hex
        self.memories, self.items = Memories(), Items()
        self.moments: list[tuple[datetime, frozenset[str], frozenset[str], list[int]]] = []
        self.births: dict[tuple[Any, int], datetime] = {}

    # Verbs ---------------------------------------------------------------------------------

    @rule(what=st.lists(told, min_size=1, max_size=3))
    def remember(self, what: list[Told]) -> None:
        plan = self.memories.plan(what)
        result = self.store.remember(self.scope, [candidate(one) for one in what])
        by_fact = {one.fact: own for one, own in zip(what, result.memory_ids, strict=True)}
        assert result.memory_ids == tuple(by_fact[one.fact] for one in what)
        ids = [one for one in by_fact.values() if one]
        assert len(ids) == len(plan)
        for (one, same, rival), memory_id in zip(plan, ids, strict=True):
            self.memories.statements += 1
            if same:
                assert memory_id == same.id
                self.memories.state(same)
            else:
                assert memory_id not in self.memories.versions
                self.memories.add(one, memory_id, rival)
        self.look()

    @precondition(lambda self: self.memories.versions)
    @rule(picks=st.lists(PICK, min_size=1, max_size=2))
    def retire(self, picks: list[int]) -> None:
        chosen = {one.id: one for one in map(self._pick, picks)}
        retired = sum(1 for one in chosen.values() if one.is_open)
        result = self.store.retire(self.scope, list(chosen))
        assert result.counts.get("retired", 0) == retired
        for one in chosen.values():
            if one.is_open:
                self.memories.close(one)
        self.look()

    @precondition(lambda self: self.memories.versions)
    @rule(pick=PICK, to=told)
    def revise(self, pick: int, to: Told) -> None:
        one = self._pick(pick)
        if one.is_slot != to.is_slot:
            return
        if not one.is_open or one.content == to.content:
            with pytest.raises(InputError if one.is_open else ConflictError):
                self.store.revise(self.scope, one.id, to.content)
            return
        target = self.memories.open_fact(to.fact)
        (new_id,) = self.store.revise(self.scope, one.id, to.content).memory_ids
        assert new_id == target.id if target else new_id not in self.memories.versions
        self.memories.statements += 1
        self.memories.revise(one, to, new_id)
        self.look()

    @precondition(lambda self: self.memories.versions)
    @rule(pick=PICK)
    def get_and_history(self, pick: int) -> None:
        one = self._pick(pick)
        found = self.store.get_memory(self.scope, one.id)
        assert (found.content, found.closed_at is None, found.superseded_by) == (
            one.content, one.is_open, one.successor
        )  # fmt: skip
        assert found.evidence_count == len(one.evidence)
        versions = self.store.history(self.scope, one.id)
        assert {version.id for version in versions} == self.memories.history(one.id)
        times = [version.recorded_at for version in versions]
        assert times == sorted(times)
        with pytest.raises(NotFoundError):
            self.store.get_memory(f"{self.scope}x", one.id)
        self.step()

    @rule(one=told)
    def recall(self, one: Told) -> None:
        word = one.content.rstrip(".").split()[-1]
        found = self.store.recall(self.scope, word, limit=50, tiers=("semantic",)).memories
        expected = [v.id for v in self.memories.versions.values()
                    if v.is_open and v.content == one.content]  # fmt: skip
        if one.content.isascii():
            assert [recalled.memory.id for recalled in found] == expected
        else:  # single Chinese characters may be shared
            assert set(expected) <= {recalled.memory.id for recalled in found}
        self.step()

    @precondition(lambda self: self.moments)
    @rule(pick=PICK)
    def as_of(self, pick: int) -> None:
        clock, is_open, known, lasting = self.moments[pick % len(self.moments)]
        read = self.store.list_memories
        options: dict[str, Any] = {"as_of": clock, "limit": 1000}
        semantic = {"tiers": ("semantic",), **options}
        assert {one.id for one in read(self.scope, **semantic)} == is_open
        assert {one.id for one in read(self.scope, with_closed=True, **semantic)} == known
        items = [one.data for one in read(self.scope, tiers=("item",), **options)]
        assert sorted(data["n"] for data in items if data["lasts"]) == lasting
        self.step()

    def _pick(self, number: int) -> Version:
        every = list(self.memories.versions.values())
        return every[number % len(every)]

    def look(self) -> None:
        """After a write: the list is right, and what it was is remembered."""
        is_open, known = self.memories.snapshot()
        found = self.store.list_memories(self.scope, tiers=("semantic",), limit=1000)
        assert {one.id for one in found} == is_open
        row = self.admin.execute(
            "SELECT clock FROM memory_graph.scopes WHERE scope = %s", [self.scope]
        ).fetchone()
        if row:
            self.moments.append((row[0], is_open, known, self.items.lasting()))
        self.step()

    # BaseStore -----------------------------------------------------------------------------

    @rule(ops=st.lists(puts | others, min_size=1, max_size=4))
    def batch(self, ops: list[tuple[Any, ...]]) -> None:
        """One operation is as good as a batch of one; reads see the puts before them."""
        self.items.writes += 1
        calls = [self._op(*op) for op in ops]
        for op, result in zip(ops, self.store.batch(calls), strict=True):
            self._check(op, result)
        self.look()

    @rule(prefix=st.sampled_from([("notes",), ("notes", "deep"), ("nothing",)]), least=numbers,
          limit=st.integers(1, 4), offset=st.integers(0, 2))  # fmt: skip
    def search(self, prefix: tuple[str, ...], least: int, limit: int, offset: int) -> None:
        where = (self.scope, *prefix)
        found = self.store.search(where, filter={"n": {"$gte": least}}, limit=limit, offset=offset)
        expected = self.items.search(where, least, limit, offset)
        assert [(one.namespace, one.key) for one in found] == expected
        assert [one.value["n"] for one in found] == [
            self.items.rows[place].value["n"] for place in expected
        ]
        self.step()

    @rule(depth=st.sampled_from([None, 1, 2, 3]))
    def list_namespaces(self, depth: int | None) -> None:
        found = self.store.list_namespaces(prefix=(self.scope,), max_depth=depth, limit=100)
        expected = self.items.namespaces(depth)
        if any(one.is_open for one in self.memories.versions.values()):
            expected.add((self.scope, "semantic")[:depth])
        assert found == sorted(expected, key=lambda one: [label.encode() for label in one])
        self.step()

    @rule(minutes=st.sampled_from([20, 20, 31, 100]))
    def time_passes(self, minutes: int) -> None:
        self.admin.execute(
            "UPDATE memory_graph.memories SET expires_at = expires_at - %s * interval '1 minute'"
            " WHERE scope = %s AND expires_at IS NOT NULL", [minutes, self.scope],
        )  # fmt: skip
        self.items.now += minutes
        self.step()

    def _op(self, kind: str, place: Any, number: int, ttl: float | None) -> Any:
        namespace, key = (self.scope, *place[0]), place[1]
        if kind == "put":
            return PutOp(namespace, key, {"n": number, "lasts": ttl is None}, ttl=ttl)
        if kind == "delete":
            return PutOp(namespace, key, None)
        if kind == "get":
            return GetOp(namespace, key, refresh_ttl=True)
        return SearchOp(namespace, filter={"n": {"$gte": number}}, limit=5, refresh_ttl=True)

    def _check(self, op: tuple[Any, ...], result: Any) -> None:
        kind, (path, key), number, ttl = op
        place = ((self.scope, *path), key)
        if kind == "put":
            self.items.put(place, {"n": number, "lasts": ttl is None}, ttl)
        elif kind == "delete":
            self.items.delete(place)
        elif kind == "search":
            expected = self.items.search(place[0], number, 5, 0)
            assert [(one.namespace, one.key) for one in result] == expected
        else:
            self._check_get(place, result)

    def _check_get(self, place: Any, result: Any) -> None:
        row = self.items.read(place)
        assert (result and result.value) == (row and row.value)
        if row:
            born = self.births.setdefault((place, row.born), result.created_at)
            assert result.created_at == born <= result.updated_at

    def step(self) -> None:
        Machine.steps += 1


@pytest.fixture
def machine(dsn: str) -> Iterator[type[Machine]]:
    """Give the machine a store and a connection of its own."""
    chosen = Settings(dsn=dsn, pool_size=1)
    with (
        PostgresMemoryStore(settings=chosen, embeddings="none") as store,
        psycopg.connect(dsn, autocommit=True) as admin,
    ):
        store.setup()
        Machine.store, Machine.admin, Machine.steps = store, admin, 0
        yield Machine


def drive(machine: type[Machine], steps: int, seconds: float, each: int, *phases: Phase) -> None:
    """Lives of ``each`` steps until there are enough of them or the time is over."""
    until = time.monotonic() + seconds
    while machine.steps < steps and time.monotonic() < until:
        left = min(steps - machine.steps, 10 * each)
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=-(-left // each), stateful_step_count=each,
                print_blob=True, suppress_health_check=list(HealthCheck), database=None,
                phases=(Phase.generate, *phases),
            ),
        )  # fmt: skip


def test_the_store_does_what_the_oracle_says(machine: type[Machine]) -> None:
    drive(machine, STEPS, SECONDS, STEPS_EACH, Phase.shrink)
    assert machine.steps >= min(STEPS, 200)


@pytest.mark.slow
def test_long_lives_agree(machine: type[Machine]) -> None:
    """As above with lives of 300 steps; 20,000 steps or its time, whichever ends first.

    Such lives are not shortened when they fail: that would take longer than to read them.
    """
    drive(machine, LONG_STEPS, LONG_SECONDS * LONG_STEPS / 20_000, 300)
    assert machine.steps >= 100
