"""Which words go when memories are erased, and where. Pure.

A value goes wherever it is said, unless another memory still holds it; then only where the erased
memory itself is stated. A memory without a value has its own words for a value: those no other
memory holds, and that are hardly used in turns about something else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory_graph.stores.masking import NOTHING, Needles
from memory_graph.text.clean import clean_text, normalise_content
from memory_graph.text.tokens import literal_terms

STATES = 0.6
"""Share of a memory's terms that a turn must hold to state it."""
MAX_OTHER_USES = 2
"""A word used in more turns about something else is an ordinary one."""
MAX_TERMS = 25
"""Longer memories have too many words to look for one by one."""
_PLAIN_VALUES = frozenset({"yes", "no", "true", "false", "none", "是", "否", "有", "无"})


@dataclass(frozen=True, slots=True)
class Doomed:
    """A memory that is to be erased."""

    id: str
    kind: str
    content: str
    value: str | None = None
    spans: tuple[str, ...] = ()
    messages: frozenset[str] = frozenset()
    """Ids of the messages that state it."""

    @property
    def phrase(self) -> str | None:
        """Its value, if that says something by itself."""
        value = (self.value or "").strip()
        return value if len(value) > 1 and value.casefold() not in _PLAIN_VALUES else None

    @property
    def terms(self) -> frozenset[str]:
        """The words it is told by."""
        return frozenset(literal_terms(self.content))


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that stays."""

    id: str
    content: str
    message_id: str | None = None


@dataclass(frozen=True, slots=True)
class Masks:
    """What to mask where."""

    everywhere: Needles = NOTHING
    """In every turn and every evidence."""
    stating: Mapping[str, Needles] = field(default_factory=dict)
    """By turn: in those that state an erased memory, and in evidence from them."""
    messages: Mapping[str, Needles] = field(default_factory=dict)
    """By message: in evidence of messages that state an erased memory."""

    def for_turn(self, turn: Said) -> Needles:
        """What to mask in a turn."""
        of_message = self.messages.get(turn.message_id or "", NOTHING)
        local = self.stating.get(turn.id, NOTHING) | of_message
        return self.everywhere | local if local else self.everywhere


def choose(
    doomed: Sequence[Doomed], turns: Sequence[Said], others: Iterable[str],
    words: Iterable[str] = (),
) -> Masks:  # fmt: skip
    """The masks for erasing ``doomed``; ``others`` are the texts of memories that stay.

    ``words`` are masked everywhere, whoever else holds them.
    """
    uses = _Uses(turns)
    kept = _Texts(others)
    wide = _Growing()
    wide.add(Needles(frozenset(filter(None, map(clean_text, words)))))
    stating: dict[str, _Growing] = defaultdict(_Growing)
    messages: dict[str, _Growing] = defaultdict(_Growing)
    for one in doomed:
        if one.kind == "turn":
            continue
        telling = uses.stating(one)
        everywhere, near = _needles(one, telling, uses, kept)
        wide.add(everywhere)
        for turn_id in telling:
            stating[turn_id].add(near)
        for message in one.messages:
            messages[message].add(near)
        for turn_id in uses.of_messages(one.messages):
            stating[turn_id].add(Needles(frozenset(one.spans)))
    return Masks(
        wide.needles, {key: one.needles for key, one in stating.items()},
        {key: one.needles for key, one in messages.items()},
    )  # fmt: skip


class _Growing:
    """Needles that are still being gathered."""

    def __init__(self) -> None:
        self._phrases: set[str] = set()
        self._terms: set[str] = set()

    def add(self, more: Needles) -> None:
        self._phrases |= more.phrases
        self._terms |= more.terms

    @property
    def needles(self) -> Needles:
        return Needles(frozenset(self._phrases), frozenset(self._terms))


def _needles(
    one: Doomed, telling: frozenset[str], uses: _Uses, kept: _Texts
) -> tuple[Needles, Needles]:
    """What is masked everywhere, and what only where the memory is stated."""
    whole = frozenset({one.content})
    if one.phrase:
        near = Needles(whole | {one.phrase})
        return (Needles(whole) if kept.hold(one.phrase) else near), near
    terms = one.terms - kept.terms if len(one.terms) <= MAX_TERMS else frozenset()
    rare = frozenset(term for term in terms if uses.outside(term, telling) <= MAX_OTHER_USES)
    return Needles(whole, rare), Needles(whole, terms)


class _Uses:
    """Where the terms of turns are used."""

    def __init__(self, turns: Sequence[Said]) -> None:
        self._by_term: dict[str, set[str]] = {}
        self._by_message: dict[str, set[str]] = {}
        for turn in turns:
            for term in set(literal_terms(turn.content)):
                self._by_term.setdefault(term, set()).add(turn.id)
            if turn.message_id:
                self._by_message.setdefault(turn.message_id, set()).add(turn.id)

    def of_messages(self, messages: Iterable[str]) -> frozenset[str]:
        """The turns of some messages."""
        return frozenset(one for name in messages for one in self._by_message.get(name, ()))

    def stating(self, one: Doomed) -> frozenset[str]:
        """The turns that state a memory: its evidence, and those that hold most of its terms."""
        terms = one.terms
        shares = Counter(turn for term in terms for turn in self._by_term.get(term, ()))
        least = max(STATES * len(terms), min(2, len(terms)))
        alike = frozenset(turn for turn, share in shares.items() if share >= least)
        return alike | self.of_messages(one.messages)

    def outside(self, term: str, turns: frozenset[str]) -> int:
        """In how many other turns a term is used."""
        return len(self._by_term.get(term, set()) - turns)


class _Texts:
    """Texts that stay."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_term: dict[str, set[str]] = defaultdict(set)
        for text in map(normalise_content, texts):
            for term in set(literal_terms(text)):
                self._by_term[term].add(text)
        self.terms = frozenset(self._by_term)

    def hold(self, phrase: str) -> bool:
        """True when one of them holds the phrase."""
        wanted = normalise_content(phrase)
        near = [self._by_term.get(term, set()) for term in set(literal_terms(wanted))]
        return any(wanted in text for text in min(near, key=len, default=set()))
