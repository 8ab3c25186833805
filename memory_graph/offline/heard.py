"""What was said just before: whom a clause without a subject is about, and which events exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Literal

from memory_graph.offline.draft import Said
from memory_graph.offline.lexicon import relation_id, relation_words
from memory_graph.types import Candidate, Language

_FIRST = re.compile(
    r"(?i)(?:^|^[\w\s,]{0,30}\s)(?:i|i'm|i've|my)\b|^.{0,12}?(?:我|俺)(?![们国司校方院])"
)
_OTHERS = re.compile(r"(?i)(?:he|she|they|you|your|we|our)\b|他|她|它|你|您|人家|我们|咱|大家")
_KEPT = 20
"""Events further back than this are not what "it" means."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody a clause was about."""

    words: str
    """How he was spoken of: "my sister Anna"."""
    groups: Mapping[str, str]
    """The groups of a rule that name him: ``rel``, ``kin``, ``person``."""


@dataclass(frozen=True, slots=True)
class Known:
    """An event of an earlier clause."""

    name: str
    start: datetime
    timed: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """What was found so far, for clauses that lean on the one before."""

    candidates: tuple[Candidate, ...] = ()
    rule: str = ""
    sentence: int = -1
    about: Literal["", "first", "other"] = ""
    """Whom the sentence speaks of so far."""
    who: Who | None = None
    events: tuple[Known, ...] = field(default=())

    def then(self, said: Said, found: Heard) -> Heard:
        """Return the state after one more clause."""
        who = found.who or _relative(said) or self.who
        return Heard(
            rule=found.rule,
            sentence=said.clause.sentence,
            about=self._about(said, found),
            who=who,
            events=(*self.events, *_events(found.candidates))[-_KEPT:],
        )

    def _about(self, said: Said, found: Heard) -> Literal["", "first", "other"]:
        if said.clause.mood != "stated":
            return ""
        if found.who is not None or _relative(said) is not None:
            return "other"
        if _OTHERS.match(said.text):
            return "other" if found.candidates and re.match(r"(?i)s?he\b|他|她", said.text) else ""
        if _FIRST.search(said.text):
            return "first"
        return self.about if said.clause.sentence == self.sentence else ""

    def of_next_turn(self) -> Heard:
        """Return what holds beyond one message: the events."""
        return Heard(rule=self.rule, events=self.events)


def _events(found: tuple[Candidate, ...]) -> list[Known]:
    return [
        Known(one.subject, one.event_from, "T" in (one.value or ""))
        for one in found
        if one.attribute == "time" and one.event_from is not None and not one.retires
    ]


@cache
def _relative_pattern(language: Language) -> re.Pattern[str]:
    words = relation_words(language)
    if language == "zh":
        return re.compile(rf"我(?:的|家里?的?)?(?:最好的|大|小|新|前|好)?(?P<rel>{words})")
    name = r"(?: (?P<kin>(?-i:[A-Z][a-z'-]+)))?"
    return re.compile(rf"(?i)(?:my|our) (?:\w+ )??(?P<rel>{words})(?!'s|\w){name}")


def relation_of_subject(subject: str) -> str | None:
    """Return the relation id of a subject like "user's sister", None for a name."""
    for head in ("user's ", "用户的"):
        if subject.startswith(head):
            return relation_id(subject.removeprefix(head))
    return None


def starts_with_relative(text: str) -> bool:
    """Tell if a Chinese clause starts with a relation word, without 我."""
    return re.match(relation_words("zh"), text) is not None


def _relative(said: Said) -> Who | None:
    """Return the relative a clause starts with, so that the next one isn't taken for the user's."""
    match = _relative_pattern(said.language).match(said.text)
    if match is None:
        return None
    groups = {name: words for name, words in match.groupdict().items() if words}
    return Who(said.words[: match.end()], groups)
