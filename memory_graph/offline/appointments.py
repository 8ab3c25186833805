"""Finds appointments that are made, moved or cancelled, with their real dates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from memory_graph.offline.clock import find_clock, find_length
from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.patterns import APPOINTMENTS, EDGES, GENERIC, NOT_EVENTS
from memory_graph.offline.wording import event_cancelled, event_made, event_moved
from memory_graph.offline.words import EVENTS_EN, EVENTS_ZH
from memory_graph.text.times import TimePhrase, find_times
from memory_graph.types import Candidate, Language

_DAYS = frozenset({"day", "weekend"})
_CLOCKS = frozenset({"minute", "hour"})
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Slot:
    """When an appointment is: a moment, or a day when no clock time was said."""

    start: datetime
    timed: bool

    @property
    def end(self) -> datetime:
        """The end of the hour or the day."""
        return self.start + (_HOUR if self.timed else timedelta(days=1))

    @property
    def value(self) -> str:
        """The local time as it is stored."""
        return f"{self.start:%Y-%m-%dT%H:%M}" if self.timed else f"{self.start:%Y-%m-%d}"


@cache
def _patterns(language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(source)) for kind, source in APPOINTMENTS[language])


@cache
def _event(language: Language) -> re.Pattern[str]:
    edge = rf"(?i)\b{EVENTS_EN}s?\b" if language == "en" else EVENTS_ZH
    return re.compile(edge)


def find_appointment(said: Said) -> Candidate | None:
    """Return the appointment a clause makes, moves or cancels, or None."""
    if _event(said.language).search(said.text) is None:
        return None
    for kind, pattern in _patterns(said.language):
        match = pattern.match(said.text)
        if match is None:
            continue
        found = _read(kind, said, match, _ahead(said, kind))
        if found is not None:
            return found
    return None


def _read(
    kind: str, said: Said, match: re.Match[str], phrases: Iterable[TimePhrase]
) -> Candidate | None:
    name = _name(said, match, phrases)
    if name is None:
        return None
    if kind == "cancel":
        return _cancelled(said, name, _slot(phrases, *match.span("event")))
    if kind == "make":
        slot = _slot(phrases, 0, len(said.text))
        return None if slot is None else _made(said, name, slot, _words(phrases))
    old = _old(match, phrases)
    new = _shifted(old, said, match) if kind == "shift" else _target(said, match, phrases, old)
    return None if new is None else _moved(said, name, old, new, _words(phrases))


def _name(said: Said, match: re.Match[str], phrases: Iterable[TimePhrase]) -> str | None:
    """Return the stable name of the event: its words without times and determiners."""
    start, end = match.span("event")
    kept = [
        char
        for at, char in enumerate(said.words[start:end], start)
        if not any(p.start <= at < p.end for p in phrases)
    ]
    name = re.sub(r"\s+", " ", "".join(kept))
    name = re.sub(r"(?<=.)(?:还|要)?(?:有|约了?|安排了?)(?:了)?一?[个场次顿节](?=.)", "的", name)
    for _ in range(3):
        name = re.sub(EDGES[said.language], "", name.strip(" ,，.。的'\"“”"))
    found = _event(said.language).search(name)
    if found is None or len(name) > 80 or re.search(NOT_EVENTS[said.language], name):
        return None
    return name


def _slot(phrases: Iterable[TimePhrase], start: int, end: int) -> Slot | None:
    """Return the slot named between two offsets; a clock time wins over a day."""
    inside = [p for p in phrases if start <= p.start and p.end <= end and p.direction == "point"]
    timed = next((p for p in inside if p.precision in _CLOCKS), None)
    if timed is not None:
        return Slot(timed.since, timed=True)
    day = next((p for p in inside if p.precision in _DAYS), None)
    return None if day is None else Slot(day.since, timed=False)


def _old(match: re.Match[str], phrases: Iterable[TimePhrase]) -> Slot | None:
    old = _slot(phrases, *match.span("event"))
    groups = match.groupdict()
    if groups.get("old") is None:
        return old
    return _slot(phrases, *match.span("old")) or old


def _target(
    said: Said, match: re.Match[str], phrases: Iterable[TimePhrase], old: Slot | None
) -> Slot | None:
    """Return the new slot; what it leaves out, day or clock, stays as it was."""
    start, end = match.span("new")
    new = _slot(phrases, start, end)
    if new is not None and (new.timed or old is None or not old.timed):
        return new
    if new is not None and old is not None:
        return Slot(new.start.replace(hour=old.start.hour, minute=old.start.minute), timed=True)
    clock = find_clock(said.text[start:end], said.language)
    if clock is None or old is None:
        return None
    moment = clock.near(old.start) if old.timed else clock.at_work()
    return Slot(old.start.replace(hour=moment.hour, minute=moment.minute), timed=True)


def _ahead(said: Said, kind: str) -> tuple[TimePhrase, ...]:
    """Return the time phrases; "is moved to Friday" means the coming one, in spite of its tense."""
    phrases = said.times()
    if kind == "make" and re.search(r"(?i)\b(?:had|was|were)\b|过", said.text):
        return phrases
    return tuple(_alone(phrase, said) for phrase in phrases)


def _alone(phrase: TimePhrase, said: Said) -> TimePhrase:
    if phrase.since >= said.now:
        return phrase
    alone = find_times(phrase.words, said.now, said.language)
    if len(alone) != 1 or alone[0].since < said.now:
        return phrase
    return replace(phrase, since=alone[0].since, until=alone[0].until)


def _shifted(old: Slot | None, said: Said, match: re.Match[str]) -> Slot | None:
    length = find_length(match["by"], said.language)
    if old is None or length is None or not (old.timed or length.days):
        return None
    earlier = re.search(r"(?i)forward|earlier|提前|提早", said.text) is not None
    return Slot(old.start - length if earlier else old.start + length, old.timed)


def _words(phrases: Iterable[TimePhrase]) -> str | None:
    return ", ".join(p.words for p in phrases)[:200] or None


def _moved(said: Said, name: str, old: Slot | None, new: Slot, words: str | None) -> Candidate:
    before = None if old is None else (old.start, old.timed)
    content = event_moved(name, before, (new.start, new.timed), said.language)
    return _candidate(said, _subject(name, old or new), content, new, words, replaces_hint=name)


def _made(said: Said, name: str, slot: Slot, words: str | None) -> Candidate:
    content = event_made(name, (slot.start, slot.timed), said.language, past=slot.end <= said.now)
    return _candidate(said, _subject(name, slot), content, slot, words)


def _cancelled(said: Said, name: str, slot: Slot | None) -> Candidate:
    when = None if slot is None else (slot.start, slot.timed)
    content = event_cancelled(name, when, said.language)
    subject = _subject(name, slot)
    return _candidate(said, subject, content, slot, None, retires=True, replaces_hint=name)


def _subject(name: str, slot: Slot | None) -> str:
    """Tell one plain "meeting" from another by its day; a named event is its own subject."""
    plain = re.fullmatch(GENERIC, name) is not None
    return f"{name} {slot.start:%Y-%m-%d}" if plain and slot is not None else name


def _candidate(
    said: Said, name: str, content: str, slot: Slot | None, words: str | None, **more: Any
) -> Candidate:
    return Candidate(
        tier="episodic",
        kind="event",
        content=content,
        subject=name,
        attribute="time",
        value=None if slot is None else slot.value,
        cardinality="single",
        event_from=None if slot is None else slot.start,
        event_to=None if slot is None else slot.end,
        event_words=words,
        entities=(name,),
        importance=0.7,
        confidence=confidence(said, 0.95),
        evidence=said.evidence(),
        language=said.language,
        **more,
    )
