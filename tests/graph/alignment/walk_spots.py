"""The checkpoints of real threads, read into the oracle's tree one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.types import StateSnapshot

from memory_graph import lineage as multirange
from memory_graph.types import Memory
from tests.graph.alignment.walk_oracle import Effect, Talk
from tests.graph.alignment.walk_words import CORRECTED, Claim, Sentence, agree, names, turn_of
from tests.store.visibility import tree
from tests.store.visibility.tree import Node, Write

Heard = tuple[str, Sentence]
Answers = Mapping[str, str]


@dataclass(frozen=True)
class Spot:
    """A checkpoint: where it hangs in the tree, and what the run knows there."""

    thread: str
    id: str
    node: Node
    stage: str = "end"
    lineage: str = multirange.EMPTY
    clock: datetime | None = None
    count: int = 0
    """How many messages of the user it holds."""
    nonce: str = ""
    """Set where a turn was decided anew."""
    given: Heard | None = None
    """The message that comes in next."""
    unread: tuple[Heard, ...] = ()
    """Messages that memory has not dealt with."""
    said: int = 0
    batch: tuple[Claim, ...] = ()
    effects: tuple[Effect, ...] = ()
    reviewed: frozenset[Any] = frozenset()
    rejected: frozenset[str] = frozenset()
    """Facts refused in this turn."""
    stated: frozenset[str] = frozenset()
    """Facts that a person corrected another into in this turn; a refusal before is over."""
    refused: frozenset[str] = frozenset()
    """Facts refused on this branch."""
    replies: Mapping[Write, str] = field(default_factory=dict)
    """The replies that took the place of those of a write, on this branch."""

    @property
    def questions(self) -> list[Effect]:
        """What a person must still decide here."""
        mine = self.effects if self.stage == "confirm" else ()
        return [one for one in mine if one.needs_person and one.print not in self.reviewed]

    @property
    def message(self) -> str:
        """What a write from here covers."""
        return repr((self.nonce, [(message_id, said.text) for message_id, said in self.unread]))


@dataclass
class Reader:
    """Reads snapshots as children of the spots they come from."""

    oracle: Talk
    contents: dict[str, str]
    """The fact that a memory's words state."""
    numbers: dict[Write, int] = field(default_factory=dict)
    refusals: dict[Write, frozenset[str]] = field(default_factory=dict)
    """What a person refused in the turn of a write."""
    liftings: dict[Write, frozenset[str]] = field(default_factory=dict)
    """What a person stated themselves in the turn of a write, refused before or not."""
    replies: dict[Write, str] = field(default_factory=dict)
    """What was replied in the turn of a write when it was made."""
    is_erased: bool = False
    run: int = 0

    def follow(
        self, parent: Spot | None, snapshot: StateSnapshot, thread: str, given: Heard | None,
        answers: Answers,
    ) -> Spot:  # fmt: skip
        """The spot of a snapshot, after the oracle did what the step in between should do."""
        checkpoint = snapshot.config["configurable"]["checkpoint_id"]
        node = Node(thread, stamp_of(checkpoint), (parent.node,) if parent else ())
        node.clock = parent.node.clock if parent else 0
        clock = snapshot.values.get("clock")
        base = parent or Spot(thread, "", node)
        spot = replace(
            base, id=checkpoint, node=node, stage=snapshot.next[0] if snapshot.next else "end",
            lineage=snapshot.values.get("lineage") or multirange.EMPTY,
            nonce=snapshot.values.get("nonce", ""),
            clock=datetime.fromisoformat(clock) if clock else None,
        )  # fmt: skip
        source = (snapshot.metadata or {}).get("source")
        if source == "input":
            spot = replace(spot, given=given)
        elif source == "loop":
            spot = self._step(base, spot, snapshot.values, answers)
        held = {self.numbers[one] for one in spot.node.path()}
        agree(numbers_of(spot.lineage), held)
        return spot

    def _step(self, old: Spot, new: Spot, values: dict[str, Any], answers: Answers) -> Spot:
        match old.stage:
            case "__start__":
                assert old.given is not None
                return replace(
                    new, unread=(*old.unread, old.given), given=None, count=old.count + 1
                )
            case "observe":
                return self._observed(new)
            case "retrieve":
                return self._recalled(new, values)
            case "generate":
                says = old.node.path() or values["sensory"].get("may_leave")  # which branch speaks
                agree(new.stage, "extract" if old.unread else "consolidate" if says else "end")
            case "extract":
                return self._extracted(old, new)
            case "plan":
                return self._planned(new, values)
            case "confirm":
                return self._decided(old, new, answers)
            case "consolidate":
                return self._stored(old, new, values)
        return new

    def _observed(self, spot: Spot) -> Spot:
        unread = spot.unread
        if unread[-1][1].is_small_talk and len(unread) == 1:
            unread = ()
        agree(spot.stage, "retrieve" if unread else "generate")
        return replace(
            spot, unread=unread, said=2 * self.run, batch=(), effects=(),
            reviewed=frozenset(), rejected=frozenset(), stated=frozenset(),
        )  # fmt: skip

    def _recalled(self, spot: Spot, values: dict[str, Any]) -> Spot:
        """The prompt holds nothing that this branch can't see."""
        shown = [Memory.model_validate(one["memory"]) for one in values["recalled"]["memories"]]
        facts = names(one for one in shown if one.kind != "turn")
        agree(facts - self.oracle.visible(tree.Reader(spot.node)), set())
        spot.node.clock = self.oracle.now
        return spot

    def _extracted(self, old: Spot, new: Spot) -> Spot:
        batch: dict[Claim, None] = {}
        for claim in (claim for _, said in old.unread for claim in said.claims):
            batch.pop(claim, None)  # of what is said twice the last word counts
            batch[claim] = None
        agree(new.stage, "plan" if batch else "consolidate")
        return replace(new, batch=tuple(batch))

    def _planned(self, spot: Spot, values: dict[str, Any]) -> Spot:
        """Planning sees what the oracle sees: nothing done twice, nothing of other branches.

        A fact that held before and holds again has two rows, where the oracle knows one name. Two
        candidates for one fact, as where one was corrected into the other, may both be skipped.
        """
        effects = self.oracle.effects(spot.node, spot.batch, spot.said, spot.refused)
        expected = {str(one) for effect in effects for one in effect.operations()}
        planned = [
            (str(self._operation(one)), one.get("target_id")) for one in values["operations"]
        ]
        done = [one for one in planned if "'skip'" not in one[0]]
        agree(sorted(done, key=str), sorted(set(done), key=str))
        agree(sorted({name for name, _ in planned}), sorted(expected))
        found = replace(spot, effects=tuple(effects))
        asks = replace(found, stage="confirm").questions
        agree(spot.stage, "confirm" if asks else "consolidate")
        return found

    def _operation(self, one: dict[str, Any]) -> tuple[str, str | None, str | None]:
        candidate, target = one.get("candidate"), one.get("target_content")
        fact = None
        if candidate:
            value = candidate["value"]
            fact = f"{candidate['attribute']}={'' if candidate['polarity'] else 'not '}{value}"
        return one["action"], fact, self.contents[target] if target else None

    def _decided(self, old: Spot, new: Spot, answers: Answers) -> Spot:
        if self.oracle.is_committed(old.node, old.message):
            return new  # decided before; what was refused then is known once the write is found
        asked = {one.claim.fact: one for one in old.questions}
        agree(sorted(asked), sorted(answers if asked else {}))
        rejected = {fact for fact in asked if answers[fact] == "reject"}
        edited = {fact for fact in asked if answers[fact] == "edit"}
        reviewed = {asked[fact].print for fact in set(asked) - rejected - edited}
        batch = tuple(_corrected(one) if one.fact in edited else one for one in old.batch)
        for fact in edited:
            new_fact = _corrected(asked[fact].claim).fact
            reviewed |= {(asked[fact].change, new_fact, asked[fact].onto), ("add", new_fact, None)}
        agree(new.stage, "plan" if edited else "consolidate")
        stated = {_corrected(asked[fact].claim).fact for fact in edited}
        return replace(
            new, batch=batch, reviewed=old.reviewed | reviewed,
            rejected=(old.rejected | rejected) - stated,
            refused=(old.refused | rejected) - stated, stated=old.stated | stated,
        )  # fmt: skip

    def _stored(self, old: Spot, new: Spot, values: dict[str, Any]) -> Spot:
        if not old.unread:
            self.oracle.keep(old.node, "", (), said=0, now=0)
            new.node.clock = self.oracle.now
            return new
        was_there = self.oracle.is_committed(old.node, old.message)
        doing = [one for one in old.effects if one.claim.fact not in old.rejected]
        if new.stage == "plan":
            assert not was_there
            return new
        assert was_there or not self.oracle.is_stale(old.node, doing)
        masked = frozenset(one.origin or one.fact for one in old.batch if one.fact in old.refused)
        turns = [
            turn_of(old.thread, message_id, said.text, is_masked=_holds(said, masked))
            for message_id, said in old.unread
        ]
        write, _ = self.oracle.keep(
            old.node, old.message, doing, turns=turns, said=old.said, now=2 * self.run + 1
        )
        assert write is not None
        agree(values["written"]["already"], was_there)
        number = values["written"]["number"]
        assert self.numbers.setdefault(write, number) == number
        new.node.writes = frozenset({write})
        lifted = self.liftings.setdefault(write, old.stated)
        refused = old.refused - lifted | self.refusals.setdefault(write, old.rejected)
        new.node.clock = max(old.node.clock, write.tick)
        return replace(
            self._replied(old, new, write, values), unread=(), batch=(), effects=(),
            reviewed=frozenset(), rejected=frozenset(), stated=frozenset(), refused=refused,
        )  # fmt: skip

    def _replied(self, old: Spot, new: Spot, write: Write, values: dict[str, Any]) -> Spot:
        """A turn that was there already and is replied to otherwise now gets a further write."""
        reply, was_there = _replies(old.unread[0][0], values["messages"]), write in self.replies
        stored = old.replies.get(write) or self.replies.setdefault(write, reply)
        known = {self.numbers[one] for one in new.node.path()}
        further = numbers_of(new.lineage) - known
        is_intact = not self.refusals[write] and not self.is_erased
        if is_intact or not (was_there and reply != stored):
            agree(len(further), int(was_there and reply != stored))
        if not further:
            return new
        anew, _ = self.oracle.keep(
            new.node, f"{old.message} {reply}", (), turns=[f"reply {reply}"], said=old.said,
            now=2 * self.run + 1,
        )  # fmt: skip
        assert anew is not None
        assert {self.numbers.setdefault(anew, min(further))} == further
        new.node.writes = frozenset({write, anew})
        new.node.clock = max(new.node.clock, anew.tick)
        return replace(new, replies={**old.replies, write: reply})


def _replies(first: str, messages: Sequence[BaseMessage]) -> str:
    """What was replied since the first unread message: a fork may lie behind one of two replies."""
    since = next(at for at, one in enumerate(messages) if one.id == first)
    return "\n".join(str(one.content) for one in messages[since:] if one.type == "ai")


def _corrected(claim: Claim) -> Claim:
    return replace(CORRECTED[claim.slot][1], origin=claim.origin or claim.fact)


def _holds(said: Sentence, facts: frozenset[str]) -> bool:
    return any(one.fact in facts for one in said.claims)


def stamp_of(checkpoint: str) -> int:
    """A checkpoint id as a number that grows with time."""
    return int(checkpoint.replace("-", ""), 16)


def numbers_of(lineage: str) -> set[int]:
    """The write numbers of a lineage."""
    return {number for low, high in multirange.parse(lineage) for number in range(low, high)}
