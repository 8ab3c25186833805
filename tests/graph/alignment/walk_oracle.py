"""What a conversation should leave behind, planned on the oracle's tree; no code of the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tests.graph.alignment.walk_words import Claim
from tests.store.visibility.oracle import Oracle
from tests.store.visibility.tree import Epoch, Node, Plan, Reader, Write

Change = Literal["add", "reinforce", "supersede", "retire", "skip"]


@dataclass(frozen=True)
class Effect:
    """What one claim will do."""

    change: Change
    claim: Claim
    closes: frozenset[str] = frozenset()
    onto: str | None = None
    """The newest of the values it competes with."""
    is_past: bool = False
    """It was said before the value that holds now, and approved after it."""

    @property
    def needs_person(self) -> bool:
        return self.claim.is_private and self.change in {"add", "supersede"}

    @property
    def print(self) -> tuple[str, str, str | None]:
        """What an approval of it covers."""
        return self.change, self.claim.fact, self.onto

    def operations(self) -> list[tuple[str, str | None, str | None]]:
        """Action, fact and target of what the graph should plan for it."""
        fact, others = self.claim.fact, sorted(self.closes - {self.onto or ""})
        match self.change:
            case "retire":
                return [("retire", fact, one) for one in sorted(self.closes)]
            case "reinforce":
                return [("reinforce", fact, fact), *(("retire", None, one) for one in others)]
            case "supersede":
                return [("supersede", fact, self.onto), *(("retire", None, one) for one in others)]
        return [(self.change, fact, self.onto)]


class Talk(Oracle):
    """The oracle of trees, for claims instead of single values."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[tuple[Write, str], int] = {}
        self.past: set[tuple[Write, str]] = set()
        self._message = ""

    # Planning ------------------------------------------------------------------------------

    def effects(
        self, node: Node | None, batch: Sequence[Claim], said: int, refused: Iterable[str] = ()
    ) -> list[Effect]:
        """What the claims of one pass do, as their author sees the world."""
        found = []
        for index, claim in enumerate(batch):
            rest = batch[index + 1 :]
            is_void = claim in batch[:index] or claim.fact in refused or is_overruled(claim, rest)
            found.append(Effect("skip", claim) if is_void else self.effect(node, claim, said))
        return found

    def effect(self, node: Node | None, claim: Claim, said: int) -> Effect:
        reader = Reader(node)
        visible = self.visible(reader)
        held = frozenset(one for one in visible if one.startswith(f"{claim.slot}="))
        if claim.is_forget:
            return Effect("retire", claim, held) if held else Effect("skip", claim)
        rivals = frozenset(one for one in held if not self._is_past(one, reader)) - {claim.fact}
        if claim.fact in held and not self._is_past(claim.fact, reader):
            return Effect("reinforce", claim, rivals)
        if not rivals:
            return Effect("add", claim)
        newest = max(rivals, key=lambda one: self._begin(one, reader))
        if said < self._begin(newest, reader):
            return Effect("add", claim, onto=newest, is_past=True)
        return Effect("supersede", claim, rivals, newest)

    def is_stale(self, node: Node, effects: Sequence[Effect]) -> bool:
        """True when the world is no longer what the effects were planned on."""
        visible = self.visible(Reader(node))
        return any(self._is_stale(node, one, visible) for one in effects)

    def is_over(self, stated: list[Write], closings: list[Write], write: Write, fact: str) -> bool:
        """What holds now joins nothing that says “until then”."""
        turns = (stated[0], fact) in self.past and (write, fact) not in self.past
        return turns or super().is_over(stated, closings, write, fact)

    def _is_stale(self, node: Node, effect: Effect, visible: set[str]) -> bool:
        targets = effect.closes | {effect.onto or ""} - {""}
        if effect.change == "reinforce":
            targets |= {effect.claim.fact}
        is_taken = effect.change == "add" and not effect.is_past and any(
            one.startswith(f"{effect.claim.slot}=") and not self._is_past(one, Reader(node))
            for one in visible
        )  # fmt: skip
        held = {one for one in targets & visible if effect.claim.is_forget
                or not self._is_past(one, Reader(node))}  # fmt: skip
        return effect.change != "skip" and (is_taken or not targets <= held)

    def _first(self, fact: str, reader: Reader) -> Write:
        """The write that opened the interval a reader sees."""
        seen = self.seen(reader)
        shown = [
            stated
            for stated, closings in self.intervals(fact)
            if seen & set(stated) and not seen & set(closings)
        ]
        return shown[-1][0]

    def _is_past(self, fact: str, reader: Reader) -> bool:
        return (self._first(fact, reader), fact) in self.past

    def _begin(self, fact: str, reader: Reader) -> int:
        return self.times[self._first(fact, reader), fact]

    # Writing -------------------------------------------------------------------------------

    def keep(
        self, node: Node | None, message: str, effects: Sequence[Effect], *,
        turns: Iterable[str] = (), said: int, now: int,
    ) -> tuple[Write | None, bool]:  # fmt: skip
        """One pass; gives its write and whether it was there already."""
        doing = [one for one in effects if one.change != "skip"]
        stating = [one for one in doing if not one.claim.is_forget]
        states = {one.claim.fact for one in stating}
        closes = frozenset[str]().union(*(one.closes for one in doing))
        write, was_there = self.commit(node, message, Plan(frozenset(states | {*turns}), closes))
        if write is not None and not was_there:
            for one in stating:
                self._note(write, one, now if one.change == "reinforce" else said)
        return write, was_there

    def commit(self, node: Node | None, message: str, plan: Plan) -> tuple[Write | None, bool]:
        self._message = message
        return super().commit(node, message, plan)

    def is_committed(self, node: Node, message: str) -> bool:
        epoch = self.epoch_of(node) or self._repeated(node, message)
        return epoch is not None and self._committed((epoch, node.path(), message)) is not None

    def _epoch_for_writing(self, node: Node | None) -> Epoch | None:
        lost = node is not None and not self.epoch_of(node)
        again = self._repeated(node, self._message) if node and lost else None
        return again or super()._epoch_for_writing(node)

    def _repeated(self, node: Node, message: str) -> Epoch | None:
        """The tree of which nothing but this very first turn is known: its checkpoint was lost."""
        mine = [one for one in self.epochs if one.thread == node.thread]
        writes = [one for one in self.writes if mine and one.epoch is mine[-1]]
        is_same = len(writes) == 1 and self._committed((mine[-1], node.path(), message))
        return mine[-1] if is_same else None

    def _note(self, write: Write, effect: Effect, time: int) -> None:
        fact = effect.claim.fact
        self.times[write, fact] = time
        if effect.is_past:
            self.past.add((write, fact))
        if effect.change == "supersede" and effect.onto:
            self.links.append((write, fact, effect.onto))

    def erase(self, fact: str) -> set[str]:
        """Takes a fact and all it replaced or was replaced by out of every write."""
        doomed = {fact}
        while (
            more := {
                other for _, new, old in self.links if {new, old} & doomed for other in (new, old)
            }
            - doomed
        ):
            doomed |= more
        self.tick()
        for one in self.writes:
            one.states, one.closes = one.states - doomed, one.closes - doomed
        self.links = [one for one in self.links if one[1] not in doomed]
        return doomed


def is_overruled(claim: Claim, later: Sequence[Claim]) -> bool:
    """True when the same breath names another value for the slot, or takes it back."""
    return not claim.is_forget and any(
        one.slot == claim.slot and (one.is_forget or one.fact != claim.fact) for one in later
    )
