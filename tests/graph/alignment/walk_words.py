"""What people say in the random walk: sentences whose meaning is fixed, and facts by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_graph.types import Candidate, Evidence, Memory


@dataclass(frozen=True)
class Claim:
    """A value for a slot of which one can hold; no value takes back whatever holds it."""

    slot: str
    value: str | None
    is_private: bool = False
    origin: str | None = field(default=None, compare=False)
    """The fact that a person corrected to this one."""

    @property
    def fact(self) -> str:
        return f"{self.slot}={self.value}"

    @property
    def is_forget(self) -> bool:
        return self.value is None


@dataclass(frozen=True)
class Sentence:
    """A message and what it claims."""

    text: str
    claims: tuple[Claim, ...] = ()
    is_small_talk: bool = False


OSLO, ROME, HOMELESS = Claim("lives_in", "Oslo"), Claim("lives_in", "Rome"), Claim("lives_in", None)
JAZZ, NO_JAZZ = Claim("preference:jazz", "jazz"), Claim("preference:jazz", "not jazz")
LOW, HIGH = Claim("income", "5000 euros", True), Claim("income", "6000 euros", True)
PEANUTS = Claim("allergy:peanut", "peanuts", True)
SENTENCES = (
    Sentence("I live in Oslo.", (OSLO,)),
    Sentence("I live in Rome.", (ROME,)),
    Sentence("我住在上海。", (Claim("lives_in", "上海"),)),
    Sentence("I like jazz.", (JAZZ,)),
    Sentence("I don't like jazz.", (NO_JAZZ,)),
    Sentence("My salary is 5000 euros.", (LOW,)),
    Sentence("My salary is 6000 euros.", (HIGH,)),
    Sentence("我的工资是8000元。", (Claim("income", "8000元", True),)),
    Sentence("I am allergic to peanuts.", (PEANUTS,)),
    Sentence("I live in Oslo. I am allergic to peanuts.", (OSLO, PEANUTS)),
    Sentence("Forget where I live.", (HOMELESS,)),
    Sentence("Where do I live?"),
    Sentence("Thanks!", is_small_talk=True),
    Sentence("谢谢！", is_small_talk=True),
)
PUBLIC = (OSLO, ROME, JAZZ, NO_JAZZ)
_WALNUTS = (
    "The user is allergic to walnuts.", Claim("allergy:walnuts", "walnuts", is_private=True)
)  # fmt: skip
CORRECTED = {
    "income": ("The user's salary is 6000 euros.", HIGH),
    "allergy:peanut": _WALNUTS,
    "allergy:walnuts": _WALNUTS,
}
"""What a person makes of a private claim by an edit; a slot named after its value follows."""


def outside(claim: Claim) -> Candidate:
    """A public claim as a script stores it."""
    value = str(claim.value).removeprefix("not ")
    return Candidate(
        tier="semantic", kind="fact", content=f"The user: {claim.slot} {claim.value}.",
        attribute=claim.slot, value=value, cardinality="single", confidence=0.95,
        polarity=value == claim.value, evidence=Evidence(span=f"{claim.slot} {claim.value}"),
    )  # fmt: skip


def fact_of(attribute: str | None, value: str | None, polarity: bool = True) -> str:
    """The oracle's name of a fact."""
    return f"{attribute}={'' if polarity else 'not '}{value}"


def turn_of(thread: str, message_id: str, text: str, *, is_masked: bool = False) -> str:
    """The oracle's name of a raw turn of the user; what was masked has no words."""
    return f"turn {thread}/{message_id} {'*' if is_masked else text}"


def name_of(memory: Memory) -> str | None:
    """The oracle's name of a memory; None for the turns of others than the user."""
    if memory.kind != "turn":
        return fact_of(memory.attribute, memory.value, memory.polarity)
    if memory.speaker != "user":
        return None
    is_masked = "[withheld]" in memory.content
    where = (str(memory.thread_id), str(memory.message_id))
    return turn_of(*where, memory.content, is_masked=is_masked)


def names(memories: Iterable[Memory]) -> set[str]:
    """The facts and turns of memories, of which none that holds now may come twice.

    What says “until then” may stand beside it.
    """
    found = [(one, name) for one in memories if (name := name_of(one))]
    facts = [name for one, name in found if one.kind != "turn" and one.valid_to is None]
    assert len(facts) == len(set(facts)), f"a fact came twice: {sorted(facts)}"
    return {name for _, name in found}


def agree(found: object, expected: object) -> None:
    """Fails with both when they differ."""
    assert found == expected, f"\n   found {found}\nexpected {expected}"
