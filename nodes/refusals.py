"""What was refused in a thread, told without a word of it: whose, and where the words stand. Pure.

State and writes keep a key and a place: which message, from where to where. The words themselves
are looked up in the conversation while that still holds them, so that a later reply that repeats
them is not stored with them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from langchain_core.messages import AnyMessage

from memory_graph.conversation import id_of, text_of
from memory_graph.review import fact_key, refusal_key
from memory_graph.state import LIFTED
from memory_graph.stores.branch import digest
from memory_graph.stores.erase_words import STATES, Doomed
from memory_graph.stores.masking import Needles, masked
from memory_graph.text.redact import WITHHELD, redact
from memory_graph.text.tokens import index_terms
from memory_graph.types import Candidate, Operation, Turn

_SENTENCE = re.compile(r"(?<=[.!?。！？\n])")
_FEW_DIGITS = re.compile(r"\W*\d{1,3}\W*")


@dataclass(frozen=True, slots=True)
class Refused:
    """The words of something refused: those that state it, and its value where they name it."""

    span: str
    value: str = ""

    @property
    def needles(self) -> Needles:
        """What is masked wherever it stands; a value of one word in each of its forms."""
        terms = frozenset(index_terms(self.value))
        return Needles(
            frozenset({self.span, self.value} - {""}), terms if len(terms) == 1 else frozenset()
        )

    def is_stated_in(self, text: str) -> bool:
        """True when a text holds most of the words."""
        terms = set(index_terms(self.span))
        return len(terms) > 1 and len(terms & set(index_terms(text))) >= max(STATES * len(terms), 2)

    def is_told_in(self, text: str) -> bool:
        """True when a text states it, or names it."""
        return self.is_stated_in(text) or masked(text, self.needles, WITHHELD) != text


def refusal_of(operation: Operation, scope: str, messages: Sequence[AnyMessage] = ()) -> str:
    """A refusal as state and write keep it: whose it is, of what, and where that was said."""
    key = digest(json.dumps([scope, refusal_key(operation)]))
    return key + (place_of(operation.candidate, messages) if operation.candidate else "")


def liftings_of(candidate: Candidate, refusals: Sequence[str], scope: str) -> list[str]:
    """What takes back the refusals of a fact that the user has now stated in their own words."""
    is_held = is_refused(candidate, refusals, scope)
    return [LIFTED + _fact_digest(candidate, scope)] if is_held else []


def is_refused(candidate: Candidate, refusals: Sequence[str], scope: str) -> bool:
    """True for a fact that this user has refused before."""
    held = {one.partition("|")[0] for one in refusals}
    return bool(held) and _fact_digest(candidate, scope) in held


def _fact_digest(candidate: Candidate, scope: str) -> str:
    return str(digest(json.dumps([scope, fact_key(candidate)])))


def refused_before(
    operations: Sequence[Operation], refusals: Sequence[str], scope: str
) -> list[str]:
    """The keys of those operations that this user has refused before."""
    held = {one.partition("|")[0] for one in refusals}
    return [refusal_key(one) for one in operations if refusal_of(one, scope) in held]


def place_of(candidate: Candidate, messages: Sequence[AnyMessage]) -> str:
    """Where the words of a candidate stand; empty when they can't be found, or state nothing."""
    said = candidate.evidence
    text = _texts(messages, {said.message_id or ""}).get(said.message_id or "", "")
    start = text.find(said.span) if said.span else -1
    if start < 0 or candidate.retires:
        return ""
    spots = [(start, start + len(said.span)), *_value_spot(candidate, start)]
    where = ",".join(f"{one}-{end}" for one, end in spots)
    return f"|{where}|{digest(text)}|{said.message_id}"


def with_places(
    refusals: Sequence[str], withheld: Sequence[Candidate], messages: Sequence[AnyMessage]
) -> list[str]:
    """The refusals, and the places of what was withheld without one; these refuse nothing."""
    places = dict.fromkeys(place_of(one, messages) for one in withheld)
    return [
        *refusals,
        *(one for one in places if one and not any(held.endswith(one) for held in refusals)),
    ]


def _value_spot(candidate: Candidate, start: int) -> list[tuple[int, int]]:
    """Where the value stands in the words, if it says something by itself."""
    value = Doomed("", candidate.kind, candidate.content, candidate.value).phrase
    if value is None or _FEW_DIGITS.fullmatch(value):
        return []
    found = re.search(re.escape(value), candidate.evidence.span, re.IGNORECASE)
    return [(start + found.start(), start + found.end())] if found else []


def words_of(refusals: Sequence[str], messages: Sequence[AnyMessage]) -> list[Refused]:
    """The refused words that the conversation still holds."""
    placed = [one.split("|", 3) for one in refusals if one.count("|") >= 3]
    if not placed:
        return []
    texts = _texts(messages, {message_id for *_, message_id in placed})
    return [
        Refused(*(texts[message_id][slice(*map(int, one.split("-")))] for one in spots.split(",")))
        for _, spots, said, message_id in placed
        if message_id in texts and digest(texts[message_id]) == said
    ]


def _texts(messages: Sequence[AnyMessage], ids: Collection[str]) -> dict[str, str]:
    """What those of the messages say that are asked for, as it is read; by id."""
    said = ((str(id_of(one)), one) for one in messages)
    return {name: redact(text_of(one)).text for name, one in said if name in ids}


def without_refused(turns: Sequence[Turn], refused: Sequence[Refused]) -> list[Turn]:
    """The turns, their replies without the sentences that state what was refused, or its value.

    What the user says in these very turns, as they are stored, need not be hidden in the reply.
    """
    told = "\n".join(one.content for one in turns if one.role == "user")
    hidden = [one for one in refused if not one.is_told_in(told)]
    if not hidden:
        return list(turns)
    return [
        one if one.role == "user"
        else one.model_copy(update={"content": _withheld(one.content, hidden)})
        for one in turns
    ]  # fmt: skip


def _withheld(text: str, refused: Sequence[Refused]) -> str:
    for one in refused:
        parts = _SENTENCE.split(masked(text, Needles(frozenset({one.span})), WITHHELD))
        kept = [_masked_whole(part) if one.is_stated_in(part) else part for part in parts]
        text = masked("".join(kept), one.needles, WITHHELD)
    return text


def _masked_whole(sentence: str) -> str:
    """A mask in place of a sentence, between the same blanks."""
    return sentence.replace(sentence.strip(), WITHHELD)
