"""One user's threads driven twice: real compiled graphs on the real store, and the oracle."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.types import Command, Durability

from memory_graph.context import MemoryContext
from memory_graph.effects import Effect
from memory_graph.stores.branch import OUTSIDE, Branch
from memory_graph.stores.postgres import PostgresMemoryStore
from tests.graph.alignment.walk_eyes import Eyes
from tests.graph.alignment.walk_spots import Answers, Heard, Reader, Spot
from tests.graph.alignment.walk_words import (
    CORRECTED,
    PUBLIC,
    SENTENCES,
    agree,
    fact_of,
    outside,
)
from tests.store.visibility import tree

THREADS = ("a", "b", "c")
KINDS = ("approve", "approve", "reject", "edit")
DURABILITY: tuple[Durability, ...] = ("async", "sync")
"""By turns; under ``exit`` there would be no checkpoints to go back to within a run."""


class Walk(Eyes):
    """What can happen to a user's threads; every choice is a number, so that failures shrink."""

    def __init__(self, app: Any, store: PostgresMemoryStore) -> None:
        self.app = app
        self.context = MemoryContext(
            user_id=f"ann-{uuid.uuid4().hex}", recall_limit=1000, token_budget=100_000
        )
        super().__init__(store, self.context.scope)
        self.prefix = uuid.uuid4().hex[:8]
        self.reader = Reader(self.oracle, self.contents)
        self.spots: dict[str, dict[str, Spot]] = {}
        self.seen: dict[str, int] = {}
        self.mark()

    # Running -------------------------------------------------------------------------------

    def config(self, spot: Spot | None, thread: str) -> Any:
        where = {"thread_id": f"{self.prefix}-{thread}", "checkpoint_ns": ""}
        return {"configurable": where | ({"checkpoint_id": spot.id} if spot else {})}

    def _run(
        self, spot: Spot | None, thread: str, given: Any, *, heard: Heard | None = None,
        answers: Answers | None = None, at: Any = None,
    ) -> Spot:  # fmt: skip
        """One run of the graph, and what the oracle makes of the checkpoints it left."""
        self.reader.run += 1
        config = at or self.config(None if answers else spot, thread)
        result = self.app.invoke(
            given, config, context=self.context, durability=DURABILITY[self.reader.run % 2]
        )
        known = self.spots.setdefault(thread, {})
        history = self.app.get_state_history(self.config(None, thread))
        fresh = takewhile(lambda one: one.config["configurable"]["checkpoint_id"] not in known,
                          history)  # fmt: skip
        for snapshot in reversed(list(fresh)):
            above = (snapshot.parent_config or {}).get("configurable", {}).get("checkpoint_id")
            parent = known[above] if above else None
            new = self.reader.follow(
                parent, snapshot, f"{self.prefix}-{thread}", heard, answers or {}
            )
            known[new.id] = new
            self.oracle.held.setdefault(new.node.thread, []).append(new.node)
            self._count(parent, new)
        head = self.head(thread)
        assert head is not None
        self._check_questions(head, result)
        self.mark()
        return head

    def _count(self, parent: Spot | None, new: Spot) -> None:
        stage = f"{parent.stage if parent else 'nothing'}>{new.stage}"
        self.seen[stage] = self.seen.get(stage, 0) + 1

    def _check_questions(self, head: Spot, result: dict[str, Any]) -> None:
        """A person is asked about what the oracle would ask, and about nothing else."""
        pauses = result.get("__interrupt__", ())
        asked = [
            fact_of(one["args"]["attribute"], one["args"]["value"])
            for pause in pauses
            for one in pause.value["action_requests"]
        ]
        agree(asked, [one.claim.fact for one in head.questions])

    def head(self, thread: str) -> Spot | None:
        """The newest checkpoint of a thread."""
        held = self.spots.get(thread)
        return held[max(held)] if held else None

    # What happens --------------------------------------------------------------------------

    def pick(self, number: int, stages: Sequence[str] = ()) -> tuple[Spot | None, str]:
        """A checkpoint, often one of the newest; or a thread that has none yet."""
        thread = THREADS[number % len(THREADS)]
        held = [
            spot
            for spots in self.spots.values()
            for spot in spots.values()
            if not stages or spot.stage in stages
        ]
        newest = sorted(held, key=lambda one: one.id)[-4:]
        choice = newest if number % 5 else held
        if not choice or (not stages and thread not in self.spots):
            return None, thread
        spot = choice[number // 5 % len(choice)]
        return spot, spot.thread.removeprefix(f"{self.prefix}-")

    def say(self, spot: Spot | None, thread: str, number: int) -> None:
        """A message from any checkpoint: goes on, forks, edits, leaves a review behind."""
        said = SENTENCES[number % len(SENTENCES)]
        message_id = f"m{spot.count + 1 if spot else 1}"
        given = {"messages": [HumanMessage(said.text, id=message_id)]}
        self._run(spot, thread, given, heard=(message_id, said))

    def turn(self, number: int, words: int) -> None:
        """A message at the head of a thread."""
        thread = THREADS[number % len(THREADS)]
        self.say(self.head(thread), thread, words)

    def fork(self, number: int, words: int) -> None:
        """A message at any older checkpoint, those within a turn included."""
        spot, thread = self.pick(number)
        self.say(spot, thread, words)

    def edit(self, number: int, words: int) -> None:
        """A message said anew, in its old place."""
        spot, thread = self.pick(number, ("__start__",))
        if spot:
            self.say(spot, thread, words)

    def go_on(self, number: int, words: int) -> None:
        """A message at the end of an older turn: an old branch is continued."""
        spot, thread = self.pick(number, ("end",))
        if spot:
            self.say(spot, thread, words)

    def replay(self, number: int) -> None:
        """The same checkpoint again; what it recalls as of its end is what it could see there."""
        stages = ("__start__", "generate", "plan", "confirm", "consolidate", "compact")
        spot, thread = self.pick(number, stages)
        if spot:
            head = self._run(spot, thread, None)
            if head.clock:
                reader = tree.Reader(head.node, head.node.clock)
                self.compare(reader, self.branch(head), head.clock)

    def answer(self, number: int) -> None:
        """A review is answered: at a head, or an old one that is replayed first."""
        waiting = [one for thread in THREADS if (one := self.head(thread)) and one.questions]
        spot = waiting[number % len(waiting)] if waiting else None
        thread = spot.thread.removeprefix(f"{self.prefix}-") if spot else ""
        if spot is None or number % 4 == 0:
            spot, thread = self.pick(number // 4, ("confirm",))
            if spot is None or not spot.questions:
                return
            spot = self._run(spot, thread, None)
        for kind in (number // 7, number // 11, 0):  # an answer may bring another question
            if spot.questions:
                spot = self._answer(spot, thread, kind)

    def _answer(self, spot: Spot, thread: str, number: int) -> Spot:
        answers: dict[str, str] = {}
        for place, one in enumerate(spot.questions):
            kind = KINDS[(number + place) % len(KINDS)]
            is_same = CORRECTED[one.claim.slot][1].fact == one.claim.fact
            answers[one.claim.fact] = "approve" if kind == "edit" and is_same else kind
        decisions = [self._decision(one.claim.slot, answers[one.claim.fact])
                     for one in spot.questions]  # fmt: skip
        return self._run(spot, thread, Command(resume={"decisions": decisions}), answers=answers)

    def _decision(self, slot: str, kind: str) -> dict[str, Any]:
        if kind != "edit":
            return {"type": kind}
        content, claim = CORRECTED[slot]
        args = {"content": content, "value": claim.value}
        return {"type": "edit", "edited_action": {"name": "add_memory", "args": args}}

    def decide_anew(self, number: int) -> None:
        """A turn that was asked about is decided once more, on a branch of its own."""
        spot, thread = self.pick(number, ("confirm",))
        if spot:
            nonce = f"nonce {number}"
            fork = self.app.update_state(self.config(spot, thread), {"nonce": nonce}, "plan")
            self._run(None, thread, None, at=fork)

    def script(self, number: int) -> None:
        """A script stores something outside all threads."""
        claim = PUBLIC[number % len(PUBLIC)]
        self.reader.run += 1
        now = 2 * self.reader.run
        effects = self.oracle.effects(None, [claim], now)
        self.store.remember(self.scope, outside(claim))
        self.oracle.keep(None, uuid.uuid4().hex, effects, said=now, now=now)
        self.mark()

    def rewind(self, number: int) -> None:
        """A thread goes back to any of its checkpoints."""
        spot, _ = self.pick(5 * number)
        if spot is None or spot.clock is None or not self.oracle.epoch_of(spot.node):
            return
        branch = self.branch(spot)
        self.store.rewind(
            self.scope, spot.node.thread, spot.lineage, spot.clock, spot.id, oldest=branch.oldest
        )
        assert self.oracle.rewind(spot.node)
        self.mark()

    def undo(self, number: int) -> None:
        """The newest rewind of a thread is undone."""
        thread = f"{self.prefix}-{THREADS[number % len(THREADS)]}"
        if self.oracle.standing_rewinds(thread):
            self.store.undo_rewind(self.scope, thread)
            assert self.oracle.undo(thread)
            self.mark()

    def erase(self, number: int) -> None:
        """A visible fact goes for good, with its versions."""
        listed = self.store.list_memories(self.scope, limit=1000)
        facts = {fact_of(one.attribute, one.value, one.polarity): one.id
                 for one in listed if one.kind != "turn"}  # fmt: skip
        if facts:
            name = sorted(facts)[number % len(facts)]
            self.store.erase(self.scope, facts[name])
            self.oracle.erase(name)
            self.is_erased = self.reader.is_erased = True
            self.mark()

    def delete(self, number: int) -> None:
        """The checkpointer forgets a thread; its id can be used again."""
        thread = THREADS[number % len(THREADS)]
        self.app.checkpointer.delete_thread(f"{self.prefix}-{thread}")
        self.spots.pop(thread, None)
        self.oracle.held.pop(f"{self.prefix}-{thread}", None)

    # Reading -------------------------------------------------------------------------------

    def look(self, number: int) -> None:
        """Compares what some reader sees, in some way."""
        spot, _ = self.pick(number)
        moment = sorted(self.moments)[number // 5 % len(self.moments)]
        sights: list[tuple[tree.Reader, Branch, datetime | None]] = [
            (tree.Reader(None, moment), OUTSIDE, self.moments[moment]),
        ]
        if spot:
            sights = [*sights, (tree.Reader(spot.node), self.branch(spot), None)] * 2
        if spot and spot.clock:
            reader = tree.Reader(spot.node, spot.node.clock)
            sights.append((reader, self.branch(spot), spot.clock))
        reader, branch, as_of = sights[number % len(sights)]
        if number % 3 == 0:
            self.compare_closed(reader, branch, as_of)
        listed = self.compare(reader, branch, as_of)
        facts = [one for one in listed if one.kind != "turn"]
        if as_of is None and facts:
            self.compare_history(facts[number % len(facts)], reader, branch)

    def branch(self, spot: Spot) -> Branch:
        """Where a run at this checkpoint would stand."""
        held = self.spots[spot.thread.removeprefix(f"{self.prefix}-")]

        async def oldest() -> str:
            return min(held)

        return Branch(spot.thread, spot.id, spot.lineage, Effect(lambda: min(held), oldest))

    def finish(self) -> None:
        """Nothing was written twice; an erasure takes along what only it recorded."""
        if not self.is_erased:
            agree(self.store.stats(self.scope).writes, len(self.oracle.writes))
