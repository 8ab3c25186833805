"""What was said just before: whom a clause without a subject is about, and which events exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Literal

from memory_graph.offline.draft import Said
from memory_graph.offline.introduced import Introduced, introduced
from memory_graph.offline.lexicon import MEN, PETS, WOMEN, relation_id, relation_words
from memory_graph.types import Candidate, Language

_FIRST = re.compile(
    r"(?i)(?:^|^[\w\s,]{0,30}\s)(?:i|i'm|i've|my)\b|^.{0,12}?(?:我|俺)(?![们国司校方院])"
)
_OTHERS = re.compile(r"(?i)(?:he|she|they|you|your|we|our)\b|他|她|它|你|您|人家|我们|咱|大家")
About = Literal["", "first", "other"]
_TRIP = "trip flight journey visit travel holiday 出差 旅行 旅游 航班 飞机 行程"
"""What one calls a journey that was told as "I'm flying to Rome"."""
_KEPT = 20
"""Events further back than this are not what "it" means."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody a clause was about."""

    words: str
    """How he was spoken of: "my sister Anna"."""
    groups: Mapping[str, str]
    """The groups of a rule that name him: ``rel``, ``kin``, ``person``."""
    new: bool = False
    """True for somebody who was only just brought up: "I have a friend"."""

    def fits(self, pronoun: str) -> bool:
        """Tell if a pronoun may mean this one: no brother is "she", no friend is "it"."""
        relation = relation_id(self.groups.get("rel", ""))
        if pronoun in {"it", "its", "它"}:
            return relation in PETS
        return relation not in (WOMEN if pronoun in {"he", "his", "他"} else MEN)


@dataclass(frozen=True, slots=True)
class Known:
    """An event of an earlier clause."""

    name: str
    start: datetime
    timed: bool
    plan: Candidate | None = None
    """What is planned, where it is no appointment: "I'm flying to Rome on Monday"."""

    @property
    def words(self) -> str:
        """The words it may be called by."""
        return self.name if self.plan is None else f"{self.plan.content} {self.name}"


@dataclass(frozen=True, slots=True)
class Heard:
    """What was found so far, for clauses that lean on the one before."""

    candidates: tuple[Candidate, ...] = ()
    rule: str = ""
    sentence: int = -1
    about: About = ""
    """Whom the sentence speaks of so far."""
    who: Who | None = None
    before: Who | None = None
    """The one spoken of before ``who``."""
    doubt: bool = False
    """True when somebody was brought up and the next clause may as well be about them."""
    events: tuple[Known, ...] = field(default=())

    def then(self, said: Said, found: Heard) -> Heard:
        """Return the state after one more clause."""
        who, about = found.who or _relative(said) or self.who, self._about(said, found)
        doubt = self.doubt and who is self.who
        new = introduced(said.text, said.language) if said.clause.mood == "stated" else None
        if new is not None and found.who is None:
            who, about, doubt = _with_new(new, who, about, said.language)
        return Heard(
            rule=found.rule,
            sentence=said.clause.sentence,
            about=about,
            who=who,
            before=self.before if who is self.who else self.who,
            doubt=doubt,
            events=(*self.events, *_events(found.candidates))[-_KEPT:],
        )

    def meant(self, pronoun: str) -> Who | None:
        """Return whom a pronoun means."""
        known = (one for one in (self.who, self.before) if one is not None)
        return next((one for one in known if one.fits(pronoun.lower())), None)

    def _about(self, said: Said, found: Heard) -> About:
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


def _with_new(
    new: Introduced, who: Who | None, about: About, language: Language
) -> tuple[Who | None, About, bool]:
    """Return whom the next clauses are about, and if that is in doubt.

    An English clause without a subject goes on about the speaker; a Chinese one goes on about the
    one that was brought up, unless the clause that did so had no subject itself.
    """
    mine = new.mine or (new.mine is None and about == "first")
    if not mine:
        return who, about if language == "en" else "", True
    if not new.one:
        return who, about, language == "zh"
    words = f"我的{new.relation}" if language == "zh" else f"my {new.relation}"
    fresh = Who(words, {"rel": new.relation}, new=True)
    if language == "en":
        return fresh, about, False
    return fresh, about if new.mine is None else "other", new.mine is None


def _events(found: tuple[Candidate, ...]) -> list[Known]:
    return [known for one in found if (known := event_of(one)) is not None]


def event_of(one: Candidate) -> Known | None:
    """Return what a candidate says takes place, None for anything else."""
    if one.event_from is None or one.retires:
        return None
    if one.attribute == "time":
        return Known(one.subject, one.event_from, "T" in (one.value or ""))
    is_trip = (one.attribute or "").startswith("plan:visit:")
    return Known(_TRIP, one.event_from, timed=False, plan=one) if is_trip else None


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
