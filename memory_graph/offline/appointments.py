"""Finds appointments that are made, moved or cancelled, with their real dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any

from memory_graph.offline.clock import find_clock
from memory_graph.offline.draft import Said, confidence
from memory_graph.offline.heard import Known
from memory_graph.offline.patterns import APPOINTMENTS, EDGES, GENERIC, NOT_EVENTS, REMINDERS
from memory_graph.offline.plans import dropped, replanned
from memory_graph.offline.slots import Slot, is_clock, shifted, slot_of, target
from memory_graph.offline.wording import event_cancelled, event_made, event_moved
from memory_graph.offline.words import EVENTS_EN, EVENTS_ZH
from memory_graph.text.times import TimePhrase, find_times
from memory_graph.types import Candidate, Language

_NOTED = 0.75
"""How sure a plan is that was only jotted down: "dinner with Leo on Saturday"."""
_VERBS = (
    r"(?i)\b(?:is|was|are|were|be|been|has|have|had|did|does|do|will|would|can|could|should|must|"
    r"went|goes|took|takes|said|says|makes?|made|moved|rescheduled|postponed|means|sounds|seems|needs?|works?|costs?|lasted|"
    r"nobody|everyone|people|the (?:minister|president|government))\b"
)
_EVENING = (
    r"(?i)\b(?:dinner|table|supper|concert|party|drinks|theatre|cinema)\b|晚饭|晚餐|聚餐|饭局"
)
_EARLY = r"(?i)\b(?:morning|breakfast|brunch|am)\b|早|上午"


@cache
def _patterns(language: Language) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(source)) for kind, source in APPOINTMENTS[language])


@cache
def _event(language: Language) -> re.Pattern[str]:
    edge = rf"(?i)\b{EVENTS_EN}s?\b" if language == "en" else EVENTS_ZH
    return re.compile(edge)


def find_appointment(said: Said, events: Sequence[Known] = ()) -> Candidate | None:
    """Return the appointment a clause makes, moves or cancels, or None.

    ``events`` are those spoken of before: "the review" may mean one of them.
    """
    if _event(said.language).search(said.text) is None:
        return None
    for kind, pattern in _patterns(said.language):
        match = pattern.match(said.text)
        if match is None:
            continue
        found = _read(kind, said, match, ahead(said, kind), events)
        if found is not None:
            return found
    return None


def find_reminder(said: Said) -> Candidate | None:
    """Return what one wants to be reminded of at a time, whatever it is, or None."""
    match = re.match(REMINDERS[said.language], said.text)
    phrases = ahead(said, "make") if match else ()
    slot = slot_of(phrases, 0, len(said.text))
    if match is None or slot is None or slot.end <= said.now:
        return None
    name = _bare_name(said, match, phrases)
    short = 2 <= len(name) <= 80
    if not short or re.search(NOT_EVENTS[said.language], name):
        return None
    return made(said, name, slot, words_of(phrases))


def _read(
    kind: str,
    said: Said,
    match: re.Match[str],
    phrases: Sequence[TimePhrase],
    events: Sequence[Known],
) -> Candidate | None:
    name = _name(said, match, phrases)
    if name is None:
        return None
    known = _meant(name, events)
    groups = match.groupdict()
    again = known is not None and (said.instead or ("when" in groups and is_clock(match["when"])))
    if kind in {"make", "note"} and not again:
        return _making(kind, said, name, phrases)
    if kind == "cancel":
        return called_off(said, known, name, slot_of(phrases, *match.span("event")))
    old = _old(match, phrases) or (Slot(known.start, known.timed) if known else None)
    group = "new" if "new" in groups else "when" if "when" in groups else 0
    new = shifted(old, said, match) if kind == "shift" else target(said, match, phrases, old, group)
    if new is None:
        return None
    clock = kind == "move" and is_clock(match[group])
    return rescheduled(said, known, name, (old, new), words_of(phrases), clock=clock)


def rescheduled(
    said: Said,
    known: Known | None,
    name: str,
    slots: tuple[Slot | None, Slot],
    words: str | None,
    *,
    clock: bool = False,
) -> Candidate:
    """Return at its new time what ``known`` is, or the event of that name."""
    if known is not None and known.plan is not None:
        return replanned(said, known.plan, slots[1], words)
    return moved(said, known.name if known else name, *slots, words, clock=clock)


def called_off(said: Said, known: Known | None, name: str, slot: Slot | None) -> Candidate:
    """Return as taken back what ``known`` is, or the event of that name."""
    if known is None:
        return cancelled(said, name, slot)
    if known.plan is not None:
        return dropped(said, known.plan)
    return cancelled(said, known.name, slot or Slot(known.start, known.timed))


def _making(kind: str, said: Said, name: str, phrases: Sequence[TimePhrase]) -> Candidate | None:
    """Return an appointment that is stated; a bare note must be a plan and leaves some doubt."""
    slot = slot_of(phrases, 0, len(said.text))
    if slot is None:
        return None
    slot = near_evening(slot, name, said)
    days = [p for p in phrases if not re.fullmatch(r"[\d:：.\s]+(?:[ap]\.?m\.?)?", p.words)]
    if slot.end <= said.now and not days:
        return None
    if kind == "make":
        return made(said, name, slot, words_of(phrases))
    if slot.end <= said.now or re.search(_VERBS, name):
        return None
    return made(said, name, slot, words_of(phrases), sure=_NOTED)


def near_evening(slot: Slot, name: str, said: Said) -> Slot:
    """Read "dinner at 7" as seven in the evening, since am or pm was not said."""
    clock = find_clock(said.text, said.language) if slot.timed else None
    late = re.search(_EVENING, name) is not None and 5 <= slot.start.hour < 12
    if clock is None or clock.fixed or not late or re.search(_EARLY, said.text):
        return slot
    return Slot(slot.start + timedelta(hours=12), timed=True)


def _meant(name: str, events: Sequence[Known]) -> Known | None:
    """Return the event of before that a name, maybe a shorter one, means."""
    said = set(re.findall(r"\w+", name.casefold()))
    for known in reversed(events):
        held = set(re.findall(r"\w+", known.words.casefold()))
        if said <= held or (not name.isascii() and name in known.words):
            return known
    return None


def _name(said: Said, match: re.Match[str], phrases: Iterable[TimePhrase]) -> str | None:
    """Return the stable name of the event, or None when its words name none."""
    name = _bare_name(said, match, phrases)
    found = _event(said.language).search(name)
    if found is None or len(name) > 80 or re.search(NOT_EVENTS[said.language], name):
        return None
    return name


def _bare_name(said: Said, match: re.Match[str], phrases: Iterable[TimePhrase]) -> str:
    """Return the words of an event without times and determiners."""
    start, end = match.span("event")
    kept = [
        char
        for at, char in enumerate(said.words[start:end], start)
        if not any(p.start <= at < p.end for p in phrases)
    ]
    name = re.sub(r"\s+", " ", "".join(kept))
    # "meeting Lena for lunch" is lunch with Lena
    name = re.sub(rf"(?i)^(.+?) for (?:an? )?({EVENTS_EN})\W*(?:on|at)?\W*$", r"\2 with \1", name)
    name = re.sub(r"(?<=.)(?:还|要)?(?:有|约了?|安排了?)(?:了)?一?[个场次顿节](?=.)", "的", name)
    name = re.sub(r"^([和跟与].+?)(?:还|要)?有(?=.{2})", r"\1的", name)
    for _ in range(3):
        name = re.sub(EDGES[said.language], "", name.strip(" ,，.。的'\"“”"))
    # "和王总开会" and "和王总的会议" are one event; the preposition stays as it was said
    return re.sub(r"^([和跟与同].{1,10}?)(?:的会议|开会?)$", r"\1的会", name)


def _old(match: re.Match[str], phrases: Iterable[TimePhrase]) -> Slot | None:
    old = slot_of(phrases, *match.span("event"))
    groups = match.groupdict()
    if groups.get("old") is None:
        return old
    return slot_of(phrases, *match.span("old")) or old


def ahead(said: Said, kind: str) -> tuple[TimePhrase, ...]:
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


def words_of(phrases: Iterable[TimePhrase]) -> str | None:
    """Return the times as they were said."""
    return ", ".join(p.words for p in phrases)[:200] or None


def moved(
    said: Said,
    name: str,
    old: Slot | None,
    new: Slot,
    words: str | None,
    *,
    clock: bool = False,
) -> Candidate:
    """Return an appointment at its new time; ``clock`` when no day was said for it."""
    before = None if old is None else (old.start, old.timed)
    content = event_moved(name, before, (new.start, new.timed), said.language, clock=clock)
    return _candidate(said, _subject(name, old or new), content, new, words, replaces_hint=name)


def made(said: Said, name: str, slot: Slot, words: str | None, *, sure: float = 0.95) -> Candidate:
    """Return a new appointment."""
    content = event_made(name, (slot.start, slot.timed), said.language, past=slot.end <= said.now)
    found = _candidate(said, _subject(name, slot), content, slot, words)
    return found.model_copy(update={"confidence": min(sure, found.confidence)})


def cancelled(said: Said, name: str, slot: Slot | None) -> Candidate:
    """Return an appointment that is taken back."""
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
