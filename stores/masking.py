"""Which words go when memories are erased, and texts without them. Pure.

A value goes wherever it is said, unless another memory still holds it; then only where the erased
memory itself is stated. A memory without a value has its own words for a value: those no other
memory holds, and that are hardly used in turns about something else.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from memory_graph.text.clean import clean_text, normalise_content
from memory_graph.text.language import CJK_CLASS
from memory_graph.text.tokens import index_terms

ERASED = "[erased]"
STATES = 0.6
"""Share of a memory's terms that a turn must hold to state it."""
MAX_OTHER_USES = 2
"""A word used in more turns about something else is an ordinary one."""
FEW_PHRASES = 50
MAX_TERMS = 25
"""Longer memories have too many words to look for one by one."""
_PLAIN_VALUES = frozenset({"yes", "no", "true", "false", "none", "是", "否", "有", "无"})
_WORD = re.compile(f"[{CJK_CLASS}]+|[^\\W_]+(?:[-._:/@+#&'’][^\\W_]+)*")


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
        return frozenset(index_terms(self.content))


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that stays."""

    id: str
    content: str
    message_id: str | None = None


@dataclass(frozen=True)
class Needles:
    """What is looked for in a text: literal phrases, and words by their terms."""

    phrases: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()

    @cached_property
    def _by_term(self) -> dict[str, list[str]]:
        """The phrases by each of their terms; those without any under the empty string."""
        found: dict[str, list[str]] = {}
        for phrase in self.phrases:
            for term in set(index_terms(phrase)) or {""}:
                found.setdefault(term, []).append(phrase)
        return found

    def likely_in(self, text: str) -> Collection[str]:
        """The phrases a text may hold; of a few all."""
        if len(self.phrases) <= FEW_PHRASES:
            return self.phrases
        terms = {"", *index_terms(text)}
        return {phrase for term in terms for phrase in self._by_term.get(term, ())}

    def __or__(self, other: Needles) -> Needles:
        return Needles(self.phrases | other.phrases, self.terms | other.terms)

    def __bool__(self) -> bool:
        return bool(self.phrases or self.terms)


NOTHING = Needles()


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
            for term in set(index_terms(turn.content)):
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
            for term in set(index_terms(text)):
                self._by_term[term].add(text)
        self.terms = frozenset(self._by_term)

    def hold(self, phrase: str) -> bool:
        """True when one of them holds the phrase."""
        wanted = normalise_content(phrase)
        near = [self._by_term.get(term, set()) for term in set(index_terms(wanted))]
        return any(wanted in text for text in min(near, key=len, default=set()))


def masked(text: str, needles: Needles) -> str:
    """A text with every needle masked; the very same text when it holds none."""
    if not needles:
        return text
    spots = [spot for phrase in needles.likely_in(text) for spot in _phrase_spots(text, phrase)]
    spots += _term_spots(text, needles.terms) if needles.terms else []
    return _cut(text, spots)


def masked_json(value: Any, needles: Needles) -> Any:
    """A JSON value with every string in it masked, keys included."""
    if isinstance(value, str):
        return masked(value, needles)
    if isinstance(value, dict):
        return {masked(key, needles): masked_json(one, needles) for key, one in value.items()}
    if isinstance(value, list):
        return [masked_json(one, needles) for one in value]
    return value


def _cut(text: str, spots: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    end = 0
    for start, stop in sorted(spots):
        if stop <= end:
            continue
        if start > end or not parts:
            parts += [text[end:start], ERASED]
        end = stop
    return "".join([*parts, text[end:]])


def _phrase_spots(text: str, phrase: str) -> Iterable[tuple[int, int]]:
    pattern = _phrase_pattern(phrase)
    return (match.span() for match in pattern.finditer(text)) if pattern else ()


@lru_cache(maxsize=4096)
def _phrase_pattern(phrase: str) -> re.Pattern[str] | None:
    """A pattern for a phrase in any case, width and spacing, as whole words."""
    plain = unicodedata.normalize("NFKC", phrase).strip(" .!?。！？…")
    if not plain:
        return None
    words = [r"".join(_any_width(char) for char in word) for word in plain.split()]
    before = r"(?<![^\W_])" if _needs_border(plain[0]) else ""
    after = r"(?![^\W_])" if _needs_border(plain[-1]) else ""
    border = f"(?:{before}|(?<=[{CJK_CLASS}]))" if before else ""
    closing = f"(?:{after}|(?=[{CJK_CLASS}]))" if after else ""
    return re.compile(border + r"\s+".join(words) + closing, re.IGNORECASE)


def _any_width(char: str) -> str:
    if "!" <= char <= "~":
        return f"[{re.escape(char)}{chr(ord(char) + 0xFEE0)}]"
    return re.escape(char)


def _needs_border(char: str) -> bool:
    """True for letters and digits of scripts that put blanks between words."""
    return char.isalnum() and not re.match(f"[{CJK_CLASS}]", char)


def _term_spots(text: str, terms: frozenset[str]) -> list[tuple[int, int]]:
    spots = []
    for match in _WORD.finditer(text):
        word, start = match.group(), match.start()
        if re.match(f"[{CJK_CLASS}]", word):
            spots += [
                (start + i, start + i + 2) for i in range(len(word) - 1) if word[i : i + 2] in terms
            ]
        elif not terms.isdisjoint(index_terms(word)):
            spots.append(match.span())
    return spots
